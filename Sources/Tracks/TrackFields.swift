internal import LocationModel

/// The values of the known keys of one object, before its type decides which of them matter.
struct TrackFields {
    var type: JSONScanner.Text?
    var timestamp: Timestamp?
    var from: Timestamp?
    var to: Timestamp?
    var previous: Timestamp?
    var latitude: Double?
    var longitude: Double?
    var horizontalAccuracy: Double?
    var altitude: Double?
    var ellipsoidalAltitude: Double?
    var verticalAccuracy: Double?
    var speed: Double?
    var speedAccuracy: Double?
    var course: Double?
    var courseAccuracy: Double?
    var hdop: Double?
    var satellitesUsed: Double?
    var schema: Double?
    var lines: Double?
    var cause: JSONScanner.Text?
    var fix: JSONScanner.Text?
    var version: JSONScanner.Text?
    var receiver: JSONScanner.Text?
    var simulated: Bool?
    var since: Timestamp?
    var arrivalDate: Timestamp?
    var departureDate: Timestamp?
    var identifier: JSONScanner.Text?
    var state: JSONScanner.Text?

    /// The keys whose value is of the wrong kind, one bit each.
    private var wrong: UInt32 = 0

    /// Whether the key came with a value of the wrong kind.
    func isWrong(_ key: TrackKey) -> Bool { wrong & Self.bit(key) != 0 }

    private static func bit(_ key: TrackKey) -> UInt32 { 1 << UInt32(key.rawValue) }

    /// Reads the value that stands here and keeps it under `key`; false where it is no JSON.
    mutating func read(_ key: TrackKey, from scanner: inout JSONScanner) -> Bool {
        wrong &= ~Self.bit(key)
        switch key {
        case .type: return Self.text(&type, key, &wrong, &scanner)
        case .cause: return Self.text(&cause, key, &wrong, &scanner)
        case .fix: return Self.text(&fix, key, &wrong, &scanner)
        case .version: return Self.text(&version, key, &wrong, &scanner)
        case .receiver: return Self.text(&receiver, key, &wrong, &scanner)
        case .identifier: return Self.text(&identifier, key, &wrong, &scanner)
        case .state: return Self.text(&state, key, &wrong, &scanner)
        case .since: return Self.moment(&since, key, &wrong, &scanner)
        case .arrivalDate: return Self.moment(&arrivalDate, key, &wrong, &scanner)
        case .departureDate: return Self.moment(&departureDate, key, &wrong, &scanner)
        case .timestamp: return Self.moment(&timestamp, key, &wrong, &scanner)
        case .from: return Self.moment(&from, key, &wrong, &scanner)
        case .to: return Self.moment(&to, key, &wrong, &scanner)
        case .previous: return Self.moment(&previous, key, &wrong, &scanner)
        case .latitude: return Self.number(&latitude, key, &wrong, &scanner)
        case .longitude: return Self.number(&longitude, key, &wrong, &scanner)
        case .horizontalAccuracy: return Self.number(&horizontalAccuracy, key, &wrong, &scanner)
        case .altitude: return Self.number(&altitude, key, &wrong, &scanner)
        case .ellipsoidalAltitude: return Self.number(&ellipsoidalAltitude, key, &wrong, &scanner)
        case .verticalAccuracy: return Self.number(&verticalAccuracy, key, &wrong, &scanner)
        case .speed: return Self.number(&speed, key, &wrong, &scanner)
        case .speedAccuracy: return Self.number(&speedAccuracy, key, &wrong, &scanner)
        case .course: return Self.number(&course, key, &wrong, &scanner)
        case .courseAccuracy: return Self.number(&courseAccuracy, key, &wrong, &scanner)
        case .hdop: return Self.number(&hdop, key, &wrong, &scanner)
        case .satellitesUsed: return Self.number(&satellitesUsed, key, &wrong, &scanner)
        case .schema: return Self.number(&schema, key, &wrong, &scanner)
        case .lines: return Self.number(&lines, key, &wrong, &scanner)
        case .simulated:
            simulated = nil
            if scanner.take("true") {
                simulated = true
            } else if scanner.take("false") {
                simulated = false
            } else {
                return Self.other(key, &wrong, &scanner)
            }
            return true
        }
    }

    private static func number(
        _ value: inout Double?, _ key: TrackKey, _ wrong: inout UInt32, _ scanner: inout JSONScanner
    ) -> Bool {
        value = nil
        guard let byte = scanner.next, byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else {
            return other(key, &wrong, &scanner)
        }
        guard let number = scanner.number() else { return false }
        if number.isFinite { value = number } else { wrong |= bit(key) }
        return true
    }

    private static func text(
        _ value: inout JSONScanner.Text?, _ key: TrackKey, _ wrong: inout UInt32, _ scanner: inout JSONScanner
    ) -> Bool {
        value = nil
        guard scanner.next == UInt8(ascii: "\"") else { return other(key, &wrong, &scanner) }
        value = scanner.string()
        return value != nil
    }

    private static func moment(
        _ value: inout Timestamp?, _ key: TrackKey, _ wrong: inout UInt32, _ scanner: inout JSONScanner
    ) -> Bool {
        value = nil
        guard scanner.next == UInt8(ascii: "\"") else { return other(key, &wrong, &scanner) }
        guard let text = scanner.string() else { return false }
        value = scanner.timestamp(text)
        if value == nil { wrong |= bit(key) }
        return true
    }

    /// A value that is not of the key's kind: `null` is absent, all else is wrong.
    private static func other(_ key: TrackKey, _ wrong: inout UInt32, _ scanner: inout JSONScanner) -> Bool {
        if scanner.take("null") { return true }
        wrong |= bit(key)
        return scanner.skipValue()
    }
}
