/// A value of D-Bus, as far as the interfaces have them that are used here.
package indirect enum BusValue: Sendable, Hashable {
    case boolean(Bool)
    case number(UInt32)
    /// `i`
    case integer(Int32)
    case byte(UInt8)
    case double(Double)
    case text(String)
    case path(String)
    /// Seconds and microseconds since 1970, `(tt)`.
    case time(seconds: UInt64, microseconds: UInt64)
    case variant(BusValue)
    /// `a{sv}`, in the order in which it is sent.
    case properties([Property])
    /// `as`
    case names([String])

    /// One property with its value.
    package struct Property: Sendable, Hashable {
        package var name: String
        package var value: BusValue

        package init(_ name: String, _ value: BusValue) {
            self.name = name
            self.value = value
        }
    }

    /// The signature of the type.
    package var signature: String {
        switch self {
        case .boolean: "b"
        case .number: "u"
        case .integer: "i"
        case .byte: "y"
        case .double: "d"
        case .text: "s"
        case .path: "o"
        case .time: "(tt)"
        case .variant: "v"
        case .properties: "a{sv}"
        case .names: "as"
        }
    }
}
