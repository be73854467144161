internal import LocationModel

struct DecodedMembers: MemberReader {
    private let container: KeyedDecodingContainer<MemberName>

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: MemberName.self)
    }

    func number(_ name: StaticString) -> Double? {
        value(name).flatMap { (number: Double) in number.isFinite ? number : nil }
    }

    func whole(_ name: StaticString) -> Int? {
        value(name).flatMap { (number: Int) in number < 0 ? nil : number }
    }

    func text(_ name: StaticString) -> String? { value(name) }
    func texts(_ name: StaticString) -> [String]? { value(name) }
    func moment(_ name: StaticString) -> Timestamp? { text(name).flatMap { Timestamp($0) } }
    func flag(_ name: StaticString) -> Bool? { value(name) }

    func holds(_ name: StaticString) -> Bool {
        (try? container.decodeNil(forKey: MemberName(name))) == false
    }

    func records<Record: JSONRecord>(_ name: StaticString, as: Record.Type) -> [Record]? {
        let elements: [DecodedRecord<Record>]? = value(name)
        return elements?.compactMap(\.record)
    }

    // Required members are decoded as such, so that a recording decoder sees which members are required.

    func requiredNumber(_ name: StaticString) throws(MemberFault) -> Double {
        try required(name, as: Double.self)
    }

    func requiredWhole(_ name: StaticString) throws(MemberFault) -> Int {
        try required(name, as: Int.self)
    }

    func requiredText(_ name: StaticString) throws(MemberFault) -> String {
        try required(name, as: String.self)
    }

    func requiredMoment(_ name: StaticString) throws(MemberFault) -> Timestamp {
        guard let moment = Timestamp(try requiredText(name)) else { throw MemberFault(.invalid, name) }
        return moment
    }

    private func value<Value: Decodable>(_ name: StaticString) -> Value? {
        try? container.decodeIfPresent(Value.self, forKey: MemberName(name))
    }

    private func required<Value: Decodable>(
        _ name: StaticString, as type: Value.Type
    ) throws(MemberFault) -> Value {
        do {
            return try container.decode(type, forKey: MemberName(name))
        } catch {
            throw MemberFault(holds(name) ? .invalid : .missing, name)
        }
    }
}

/// A record as an element of an array; `nil` if a newer version wrote it.
private struct DecodedRecord<Record: JSONRecord>: Decodable {
    let record: Record?

    init(from decoder: any Decoder) throws {
        var members = try DecodedMembers(decoder)
        do throws(MemberFault) {
            record = try Record(from: &members)
        } catch {
            throw error.decodingError(decoder.codingPath)
        }
    }
}

extension JSONRecord {
    /// Reads a record that is required.
    /// - Throws: `DecodingError` with the member that is missing or invalid.
    init(required decoder: any Decoder) throws {
        var members = try DecodedMembers(decoder)
        do throws(MemberFault) {
            if let record = try Self(from: &members) {
                self = record
                return
            }
        } catch {
            throw error.decodingError(decoder.codingPath)
        }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "Unknown value, perhaps of a newer version."))
    }
}

extension MemberFault {
    func decodingError(_ path: [any CodingKey]) -> DecodingError {
        let name = MemberName(name)
        return switch code {
        case .missing:
            .keyNotFound(name, DecodingError.Context(codingPath: path, debugDescription: "It is missing."))
        case .invalid:
            .dataCorrupted(DecodingError.Context(codingPath: path + [name], debugDescription: "It is invalid."))
        }
    }
}

/// The name of a record's member, as a coding key.
struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: StaticString) {
        stringValue = name.description
    }

    init?(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}
