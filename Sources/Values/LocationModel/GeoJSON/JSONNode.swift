/// A JSON value and its offset.
package struct JSONNode {
    package enum Value {
        case object([(key: String, node: JSONNode)])
        case array([JSONNode])
        /// An array of numbers only, such as a position.
        case numbers([Double])
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// The number of bytes before the value.
    package var offset: Int
    package var value: Value

    /// The member of an object, the last one if a key is repeated; `nil` if it is absent or null.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value, let found = members.last(where: { $0.key == key })?.node else {
            return nil
        }
        if case .null = found.value { return nil }
        return found
    }

    /// The text, if the value is a string.
    package var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The number, if the value is a finite number.
    package var number: Double? {
        if case .number(let number) = value { number } else { nil }
    }

    /// Parses a text that consists of one value; `nil` if it is not valid JSON or is nested too deeply.
    package static func parse(_ bytes: [UInt8]) -> JSONNode? {
        var reader = JSONTextReader(bytes)
        guard let node = try? reader.node(), (try? reader.expectEnd()) != nil else { return nil }
        return node
    }
}
