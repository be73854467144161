/// The keys that this version reads.
enum TrackKey: UInt8, CaseIterable {
    case type
    case timestamp, from, to, previous
    case latitude, longitude, horizontalAccuracy, altitude, ellipsoidalAltitude, verticalAccuracy
    case speed, speedAccuracy, course, courseAccuracy, hdop
    case satellitesUsed, schema, lines
    case cause, fix, version, receiver
    case simulated
    case since, arrivalDate, departureDate, identifier, state

    var name: String { "\(self)" }

    /// The key that these bytes spell. The length decides first, so that most keys cost one comparison.
    init?(_ scanner: JSONScanner, _ range: Range<Int>) {
        let key: TrackKey? =
            switch range.count {
            case 2: Self.first(of: range, in: scanner, (.to, "to"))
            case 3: Self.first(of: range, in: scanner, (.fix, "fix"))
            case 4: Self.first(of: range, in: scanner, (.type, "type"), (.from, "from"), (.hdop, "hdop"))
            case 5:
                Self.first(of: range, in: scanner, (.speed, "speed"), (.cause, "cause"), (.lines, "lines"))
                    ?? Self.first(of: range, in: scanner, (.state, "state"), (.since, "since"))
            case 6: Self.first(of: range, in: scanner, (.course, "course"), (.schema, "schema"))
            case 7: Self.first(of: range, in: scanner, (.version, "version"))
            case 8:
                Self.first(of: range, in: scanner, (.latitude, "latitude"), (.altitude, "altitude"))
                    ?? Self.first(of: range, in: scanner, (.receiver, "receiver"), (.previous, "previous"))
            case 9:
                Self.first(
                    of: range, in: scanner, (.timestamp, "timestamp"), (.longitude, "longitude"),
                    (.simulated, "simulated"))
            case 10: Self.first(of: range, in: scanner, (.identifier, "identifier"))
            case 11: Self.first(of: range, in: scanner, (.arrivalDate, "arrivalDate"))
            case 13:
                Self.first(of: range, in: scanner, (.speedAccuracy, "speedAccuracy"), (.departureDate, "departureDate"))
            case 14:
                Self.first(
                    of: range, in: scanner, (.courseAccuracy, "courseAccuracy"), (.satellitesUsed, "satellitesUsed"))
            case 16: Self.first(of: range, in: scanner, (.verticalAccuracy, "verticalAccuracy"))
            case 18: Self.first(of: range, in: scanner, (.horizontalAccuracy, "horizontalAccuracy"))
            case 19: Self.first(of: range, in: scanner, (.ellipsoidalAltitude, "ellipsoidalAltitude"))
            default: nil
            }
        guard let key else { return nil }
        self = key
    }

    @inline(__always)
    private static func first(
        of range: Range<Int>, in scanner: JSONScanner, _ first: (TrackKey, StaticString),
        _ second: (TrackKey, StaticString)? = nil, _ third: (TrackKey, StaticString)? = nil
    ) -> TrackKey? {
        if scanner.matches(range, first.1) { return first.0 }
        if let second, scanner.matches(range, second.1) { return second.0 }
        if let third, scanner.matches(range, third.1) { return third.0 }
        return nil
    }

    /// The key of a name that was spelled with escapes.
    init?(name: String) {
        guard let key = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = key
    }
}
