internal import LocationModel

/// Locations as Traccar's JSON, which the mobile clients since 2025 send to port 5055.
///
/// Traccar reads `accuracy`, `altitude`, `speed` and `heading` of each location, and closes the connection if one is
/// absent. Unknown ones have the values that the mobile clients send then: -1 for speed and heading, which Traccar
/// leaves out, and 0 for the others, which are its own values for unknown.
package struct TraccarForm: Sendable {
    private let device: String

    /// The form for a device, by the identifier that Traccar knows it by.
    package init(device: String) {
        self.device = device
    }

    /// One record, or an array of several for servers that read it; others than locations are left out.
    package func body(_ records: [PublishedRecord]) -> [UInt8] {
        let locations = records.compactMap { record in
            if case .location(let location) = record.event { (record, location) } else { nil }
        }
        var line = JSONLine()
        line.begin()
        if locations.count == 1, let (record, location) = locations.first {
            line.object("location") { Self.write(location, record.identifierText, to: &$0) }
        } else {
            line.objects("location", locations) { Self.write($1.1, $1.0.identifierText, to: &$0) }
        }
        line.member("device_id", device)
        line.end()
        return Array(line.object)
    }

    private static func write(_ location: Location, _ identifier: String, to line: inout JSONLine) {
        line.member("timestamp", location.timestamp)
        line.member("uuid", identifier)
        line.object("coords") { line in
            line.member("latitude", location.coordinate.latitude, decimals: 7)
            line.member("longitude", location.coordinate.longitude, decimals: 7)
            line.member("accuracy", location.horizontalAccuracy ?? 0, decimals: 1)
            line.member("altitude", location.altitude ?? 0, decimals: 1)
            line.member("altitude_accuracy", location.verticalAccuracy, decimals: 1)
            line.member("speed", location.speed ?? -1, decimals: 2)
            line.member("speed_accuracy", location.speedAccuracy, decimals: 2)
            line.angle("heading", location.course ?? -1)
            line.member("heading_accuracy", location.courseAccuracy, decimals: 1)
        }
    }
}
