package import LocationModel

/// Tells when a machine has come into another time zone, and not each time that its road touches a border. Pure.
///
/// A zone counts once the machine is ``margin`` inside it, or has been in it for ``patience`` without a break.
package struct TimeZoneFollower: Sendable {
    /// Metres from the zone that was left.
    package static let margin = 1000.0
    /// How long in the other zone, for those who stay near a border.
    package static let patience = 15 * 60.0
    /// Places around that are looked at.
    private static let directions = 8

    /// The zone that was told last; `nil` if none was.
    package private(set) var zone: String?
    private var other: (zone: String, since: Timestamp)?

    /// Goes on where an earlier run ended.
    package init(zone: String? = nil) {
        self.zone = zone
    }

    /// Takes the next place.
    /// - Parameter zoneAt: The zone at a place; `nil` if it is not known.
    /// - Returns: The zone, if it is another one from now on.
    package mutating func receive(
        _ place: Coordinate, at timestamp: Timestamp, zoneAt: (Coordinate) -> String?
    ) -> String? {
        guard let here = zoneAt(place) else { return nil }
        guard let zone else { return take(here) }
        guard here != zone else {
            other = nil
            return nil
        }
        if other?.zone != here { other = (here, timestamp) }
        // A clock that was set back begins anew.
        if let since = other?.since, since > timestamp { other?.since = timestamp }
        let time = other.map { timestamp.seconds(since: $0.since) } ?? 0
        guard time >= Self.patience || isClear(of: zone, around: place, zoneAt) else { return nil }
        return take(here)
    }

    private func isClear(of zone: String, around place: Coordinate, _ zoneAt: (Coordinate) -> String?) -> Bool {
        (0..<Self.directions).allSatisfy { index in
            let bearing = 360 / Double(Self.directions) * Double(index)
            return zoneAt(place.moved(by: Self.margin, bearing: bearing)) != zone
        }
    }

    private mutating func take(_ zone: String) -> String {
        self.zone = zone
        other = nil
        return zone
    }
}
