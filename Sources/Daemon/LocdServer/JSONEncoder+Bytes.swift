import FoundationEssentials

extension JSONEncoder {
    /// The encoder for stored state: the same bytes for the same value.
    static var ofDurableFiles: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// A value as JSON.
    func bytes(of value: some Encodable) throws -> [UInt8] { [UInt8](try encode(value)) }
}
