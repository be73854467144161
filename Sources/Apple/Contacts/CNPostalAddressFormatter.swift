/// How a postal address is written.
@_weakLinked public enum CNPostalAddressFormatterStyle: Int, Sendable {
    /// In lines, as on an envelope.
    case mailingAddress = 0
}

/// Writes postal addresses in lines, in the order of their country.
///
/// The order of city, state and postal code follows the Universal Postal Union's addressing standards (S42) for the
/// countries of the table below; any other is written as in the United States. A country's own name is always on the
/// last line.
@_weakLinked open class CNPostalAddressFormatter: Formatter {
    /// How addresses are written.
    open var style = CNPostalAddressFormatterStyle.mailingAddress

    /// An address in lines.
    open class func string(from postalAddress: CNPostalAddress, style: CNPostalAddressFormatterStyle) -> String {
        let order = orders[postalAddress.isoCountryCode.uppercased()] ?? .cityStateCode
        let (city, state, code) = (postalAddress.city, postalAddress.state, postalAddress.postalCode)
        let middle: [[String]] =
            switch order {
            case .cityStateCode: [[city, state, code]]
            case .codeCity: [[code, city]]
            case .codeCityState: [[code, city, state]]
            case .cityThenCode: [[city], [code]]
            }
        let lines = [[postalAddress.street], [postalAddress.subLocality]] + middle + [[postalAddress.country]]
        return lines.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// An address in lines.
    open func string(from postalAddress: CNPostalAddress) -> String { Self.string(from: postalAddress, style: style) }

    /// Of a postal address, its lines.
    open override func string(for obj: Any?) -> String? { (obj as? CNPostalAddress).map { string(from: $0) } }

    private enum Order {
        case cityStateCode, codeCity, codeCityState, cityThenCode
    }

    private static let orders: [String: Order] = {
        let countries: [(Order, String)] = [
            (
                .codeCity,
                "AT BA BE BG CH CY CZ DE DK EE FI FR GR HR IS LI LT LU MC ME MK NL NO PL PT RO RS SE SI SK SM TR VA"
            ),
            (.codeCityState, "BR ES IT MX"), (.cityThenCode, "GB IE"),
        ]
        var orders: [String: Order] = [:]
        for (order, codes) in countries { for code in codes.split(separator: " ") { orders[String(code)] = order } }
        return orders
    }()
}
