/// A JSON value, and where it stands.
package struct JSONNode {
    /// What it is.
    package enum Value {
        case object([(key: String, node: JSONNode)])
        case array([JSONNode])
        /// An array of nothing but numbers, as positions are.
        case numbers([Double])
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// Bytes before it.
    package var offset: Int
    package var value: Value

    /// The member of an object; of a key that comes twice the last. `nil` where there is none or it is null.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value, let found = members.last(where: { $0.key == key })?.node else {
            return nil
        }
        if case .null = found.value { return nil }
        return found
    }

    /// The text of a string.
    package var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// A finite number.
    package var number: Double? {
        if case .number(let number) = value { number } else { nil }
    }

    /// Reads one value with nothing behind it; `nil` for what is no JSON, or nested deeper than anybody needs.
    package static func parse(_ bytes: [UInt8]) -> JSONNode? {
        var reader = JSONTextReader(bytes)
        guard let node = try? reader.node(), (try? reader.expectEnd()) != nil else { return nil }
        return node
    }
}
