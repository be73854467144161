import LocdProtocol

/// Finds out which members a `Decodable` type has, of which type, and which may be absent: it decodes the type from a
/// decoder that agrees to everything and takes notes.
enum SwiftShape {
    /// The text of every string: some have to be a time.
    private static let moment = "2026-11-21T06:00:00.000Z"

    static func shape<Value: Decodable>(of type: Value.Type) throws -> VarlinkType {
        let notes = Notes()
        _ = try value(of: type, notes)
        return notes.shape ?? .structure([:])
    }

    final class Notes {
        var shape: VarlinkType?

        func add(_ key: String, _ type: VarlinkType) {
            var members: [String: VarlinkType] = [:]
            if case .structure(let known)? = shape { members = known }
            members[key] = type
            shape = .structure(members)
        }
    }

    /// A value of the type, whatever it be, and its shape in the notes.
    static func value<Value: Decodable>(of type: Value.Type, _ notes: Notes) throws -> Value {
        let simple: [(any Decodable, VarlinkType)] = [(true, .bool), (0, .int), (0.0, .float), (moment, .string)]
        for (value, shape) in simple {
            guard let value = value as? Value, Swift.type(of: value) == type else { continue }
            notes.shape = shape
            return value
        }
        if type == ReportedEvent.self {
            notes.shape = try ReportedEventTests.shape()
            return try decoded(type, #"{"type":"heading"}"#.utf8)
        }
        if let words = type as? any CaseIterable.Type, let value = firstCase(of: words, notes) as? Value {
            return value
        }
        if let dictionary = type as? any StringKeyed.Type {
            notes.shape = .dictionary(try dictionary.valueShape())
        }
        return try Value(from: AgreeableDecoder(notes: notes))
    }

    private static func firstCase<Words: CaseIterable>(of type: Words.Type, _ notes: Notes) -> Any? {
        let words = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        guard words.count == type.allCases.count else { return nil }
        notes.shape = .enumeration(words.sorted())
        return type.allCases.first
    }
}

private protocol StringKeyed {
    static func valueShape() throws -> VarlinkType
}

extension [String: Int]: StringKeyed {
    fileprivate static func valueShape() throws -> VarlinkType { .int }
}

private struct AgreeableDecoder: Decoder {
    let notes: SwiftShape.Notes
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if notes.shape == nil { notes.shape = .structure([:]) }
        return KeyedDecodingContainer(Members<Key>(notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Elements(notes: notes) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no single value is expected"))
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: SwiftShape.Notes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let inner = SwiftShape.Notes()
        let value = try SwiftShape.value(of: type, inner)
        notes.add(key.stringValue, inner.shape ?? .structure([:]))
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let inner = SwiftShape.Notes()
        let value = try SwiftShape.value(of: type, inner)
        notes.add(key.stringValue, .optional(inner.shape ?? .structure([:])))
        return value
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try generic(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try generic(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try generic(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try generic(key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try genericIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try genericIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try genericIfPresent(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try genericIfPresent(key) }

    private func generic<Value: Decodable>(_ key: Key) throws -> Value {
        let inner = SwiftShape.Notes()
        let value = try SwiftShape.value(of: Value.self, inner)
        notes.add(key.stringValue, inner.shape ?? .structure([:]))
        return value
    }

    private func genericIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
        let inner = SwiftShape.Notes()
        let value = try SwiftShape.value(of: Value.self, inner)
        notes.add(key.stringValue, .optional(inner.shape ?? .structure([:])))
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no nesting is expected")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no nesting is expected")
    }

    func superDecoder() throws -> any Decoder { AgreeableDecoder(notes: notes) }
    func superDecoder(forKey key: Key) throws -> any Decoder { AgreeableDecoder(notes: notes) }
}

private struct Elements: UnkeyedDecodingContainer {
    let notes: SwiftShape.Notes
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex == 1 }

    init(notes: SwiftShape.Notes) {
        self.notes = notes
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let inner = SwiftShape.Notes()
        let value = try SwiftShape.value(of: type, inner)
        notes.shape = .array(inner.shape ?? .structure([:]))
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        throw DecodingError.dataCorruptedError(in: self, debugDescription: "no nesting is expected")
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.dataCorruptedError(in: self, debugDescription: "no nesting is expected")
    }

    mutating func superDecoder() throws -> any Decoder { AgreeableDecoder(notes: notes) }
}
