import FoundationEssentials
internal import LocdConfiguration

/// The line of an event as a program receives it: validated, and as environment variables.
package struct HookEventLine: Sendable, Hashable {
    /// The maximum length of a line in bytes, without its newline.
    package static let maximumLength = 4096

    private struct Members: Decodable {
        var event, identifier, timestamp: String
        var region, cause, state, timeZone, arrivalDate, departureDate: String?
        var latitude, longitude, horizontalAccuracy: Double?
    }

    /// The content of the line as environment variables: `LOCD_EVENT`, `LOCD_IDENTIFIER`, `LOCD_TIMESTAMP`, and if present
    /// `LOCD_REGION`, `LOCD_CAUSE`, `LOCD_STATE`, `LOCD_TIME_ZONE`, `LOCD_ARRIVAL_DATE`, `LOCD_DEPARTURE_DATE`, `LOCD_LATITUDE`,
    /// `LOCD_LONGITUDE`, `LOCD_HORIZONTAL_ACCURACY`. Values contain only visible characters.
    package let environment: [String: String]

    /// Reads a line with or without its newline; `nil` if locd would not write it.
    package init?(parsing bytes: [UInt8]) {
        let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        guard line.count <= Self.maximumLength, !line.contains(UInt8(ascii: "\n")),
            let members = try? JSONDecoder().decode(Members.self, from: Data(line))
        else { return nil }
        let texts = [
            "EVENT": members.event, "IDENTIFIER": members.identifier, "TIMESTAMP": members.timestamp,
            "REGION": members.region, "CAUSE": members.cause, "STATE": members.state,
            "TIME_ZONE": members.timeZone,
            "ARRIVAL_DATE": members.arrivalDate, "DEPARTURE_DATE": members.departureDate,
            "LATITUDE": members.latitude.map { "\($0)" }, "LONGITUDE": members.longitude.map { "\($0)" },
            "HORIZONTAL_ACCURACY": members.horizontalAccuracy.map { "\($0)" },
        ].compactMapValues(\.self)
        guard texts.values.allSatisfy({ $0.visible == $0 }) else { return nil }
        environment = Dictionary(uniqueKeysWithValues: texts.map { ("LOCD_\($0.key)", $0.value) })
    }
}
