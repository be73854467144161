package import LocationModel

/// Detects that a machine has entered another time zone, but not each time that its road touches a border. Pure.
///
/// A zone counts once the machine is ``margin`` inside it, or has been in it for ``patience`` without interruption.
package struct TimeZoneFollower: Sendable {
    /// The distance in metres from the previous zone.
    package static let margin = 1000.0
    /// The time in the other zone that suffices near a border.
    package static let patience = 15 * 60.0
    /// The number of places around the machine that are checked.
    private static let directions = 8

    /// The zone that was reported last; `nil` if none was.
    package private(set) var zone: String?
    private var other: (zone: String, since: Timestamp)?

    /// Continues where an earlier run ended.
    package init(zone: String? = nil) {
        self.zone = zone
    }

    /// Adds the next place.
    /// - Parameter zoneAt: The zone at a place; `nil` if it is not known.
    /// - Returns: The new zone, if it changed.
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
        // If the clock was set back, waiting starts again.
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
