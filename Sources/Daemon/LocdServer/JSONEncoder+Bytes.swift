import FoundationEssentials

extension JSONEncoder {
    /// The encoder for stored state and for what programs read: the same bytes for the same value.
    static var withSortedKeys: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// A value as JSON.
    func bytes(of value: some Encodable) throws -> [UInt8] { [UInt8](try encode(value)) }
}
