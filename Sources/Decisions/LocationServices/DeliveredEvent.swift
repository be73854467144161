internal import LocationModel

/// Identifies a visit or region event that was delivered: enough to find it again in a track, whose figures are
/// rounded.
struct DeliveredEvent: Sendable, Hashable, Codable {
    private enum Kind: Sendable, Hashable, Codable {
        case region(String, RegionState, RegionEvent.Cause)
        case visit(since: Timestamp?, departure: Timestamp?)
    }

    let timestamp: Timestamp
    private let kind: Kind

    /// `nil` for an event of another kind, and for one that no track keeps.
    init?(_ event: LocationEvent) {
        guard event.isRecorded else { return nil }
        switch event {
        case .region(let region):
            timestamp = region.timestamp
            kind = .region(region.identifier, region.state, region.cause)
        case .visit(let visit):
            timestamp = visit.timestamp
            kind = .visit(since: visit.since, departure: visit.departureDate)
        default: return nil
        }
    }
}
