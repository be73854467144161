/// Parameters whose decoding errors always name the affected member.
///
/// JSONDecoder loses the path of a number that does not fit its type; this type catches each error while the member is
/// known.
struct TracedParameters<Parameters: Decodable>: Decodable {
    let value: Parameters

    init(from decoder: any Decoder) throws {
        value = try Parameters(from: TracingDecoder(base: decoder))
    }
}

private struct TracingDecoder: Decoder {
    let base: any Decoder
    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TracingContainer(base: try base.container(keyedBy: type)))
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
