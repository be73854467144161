/// Parameters whose decoding errors always name the affected member: before any other the first that none of their
/// coding keys has.
///
/// JSONDecoder loses the path of a number that does not fit its type; this type catches each error while the member is
/// known.
struct TracedParameters<Parameters: Decodable>: Decodable {
    let value: Parameters

    init(from decoder: any Decoder) throws {
        let unknown = UnknownMembers(Set(try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)))
        let result = Result { try Parameters(from: TracingDecoder(base: decoder, unknown: unknown)) }
        if let name = unknown.names.min().flatMap({ MemberName(stringValue: $0) }) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath + [name], debugDescription: "an unknown member"))
        }
        value = try result.get()
    }
}

/// The members that no coding key has so far.
private final class UnknownMembers {
    var names: Set<String>

    init(_ names: Set<String>) {
        self.names = names
    }
}

private struct TracingDecoder: Decoder {
    let base: any Decoder
    let unknown: UnknownMembers
    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        unknown.names = unknown.names.filter { Key(stringValue: $0) == nil }
        return KeyedDecodingContainer(TracingContainer(base: try base.container(keyedBy: type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct TracingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try traced(key) { try base.decode(type, forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try traced(key) { try base.nestedContainer(keyedBy: type, forKey: key) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try traced(key) { try base.nestedUnkeyedContainer(forKey: key) }
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }

    private func traced<Value>(_ key: Key, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            if case .keyNotFound = error as? DecodingError { throw error }
            let context = DecodingError.Context(
                codingPath: codingPath + [key], debugDescription: "\(key.stringValue) cannot be read",
                underlyingError: error)
            throw DecodingError.dataCorrupted(context)
        }
    }
}
