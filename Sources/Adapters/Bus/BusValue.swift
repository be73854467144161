/// A value of D-Bus, as far as the interfaces have them that are used here.
package indirect enum BusValue: Sendable, Hashable {
    case boolean(Bool)
    /// `u`
    case number(UInt32)
    /// `i`
    case integer(Int32)
    case byte(UInt8)
    /// `n`
    case signed16(Int16)
    /// `q`
    case unsigned16(UInt16)
    /// `x`
    case signed64(Int64)
    /// `t`
    case unsigned64(UInt64)
    case double(Double)
    case text(String)
    case path(String)
    /// Seconds and microseconds since 1970, `(tt)`. Read as a structure.
    case time(seconds: UInt64, microseconds: UInt64)
    /// A value to send as a variant. A variant that was read is what it holds.
    case variant(BusValue)
    /// `a{sv}`, in the order in which it is sent.
    case properties([Property])
    /// `as`
    case names([String])
    /// `ay`
    case bytes([UInt8])
    /// An array of another type, with the signature of its elements.
    case array([BusValue], of: String)
    /// A dictionary other than `a{sv}`, with the signature of its entries: `{qv}`.
    case dictionary([Entry], of: String)
    case structure([BusValue])

    package struct Property: Sendable, Hashable {
        package var name: String
        package var value: BusValue

        package init(_ name: String, _ value: BusValue) {
            self.name = name
            self.value = value
        }
    }

    package struct Entry: Sendable, Hashable {
        package var key: BusValue
        package var value: BusValue

        package init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    package var signature: String {
        switch self {
        case .boolean: "b"
        case .number: "u"
        case .integer: "i"
        case .byte: "y"
        case .signed16: "n"
        case .unsigned16: "q"
        case .signed64: "x"
        case .unsigned64: "t"
        case .double: "d"
        case .text: "s"
        case .path: "o"
        case .time: "(tt)"
        case .variant: "v"
        case .properties: "a{sv}"
        case .names: "as"
        case .bytes: "ay"
        case .array(_, let element): "a" + element
        case .dictionary(_, let entry): "a" + entry
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        }
    }
}

extension [BusValue.Property] {
    /// The value of a property; `nil` if it is not there.
    package subscript(name name: String) -> BusValue? { first { $0.name == name }?.value }
}
