public import LocationModel

/// A region of a client, and where it is known to be.
public struct MonitoredRegion: Codable, Sendable, Hashable {
    /// The region.
    public var region: ReportedRegion
    /// Where it is known to be.
    public var state: RegionState

    /// A region in a state.
    public init(region: ReportedRegion, state: RegionState) {
        self.region = region
        self.state = state
    }

    /// One line of JSON, without the newline, as `locd region list --json` prints it.
    /// - Throws: ``EncodingFailure`` where a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
