/// A postal address. What is not known is the empty string.
@_weakLinked open class CNPostalAddress: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: only the subclass that can be changed changes it.

    /// Written by initialisers and by ``CNMutablePostalAddress`` only.
    fileprivate(set) var parts: [String: String]

    /// Street and number; several lines are separated by line feeds.
    open var street: String { parts[CNPostalAddressStreetKey] ?? "" }
    /// The part of the city.
    open var subLocality: String { parts[CNPostalAddressSubLocalityKey] ?? "" }
    /// The city.
    open var city: String { parts[CNPostalAddressCityKey] ?? "" }
    /// The county or district.
    open var subAdministrativeArea: String { parts[CNPostalAddressSubAdministrativeAreaKey] ?? "" }
    /// The state or province.
    open var state: String { parts[CNPostalAddressStateKey] ?? "" }
    /// The postal code.
    open var postalCode: String { parts[CNPostalAddressPostalCodeKey] ?? "" }
    /// The country's name.
    open var country: String { parts[CNPostalAddressCountryKey] ?? "" }
    /// The country's two letters, ISO 3166-1.
    open var isoCountryCode: String { parts[CNPostalAddressISOCountryCodeKey] ?? "" }

    /// An address of which nothing is known.
    public override init() {
        parts = [:]
        super.init()
    }

    init(parts: [String: String]) {
        self.parts = parts
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        parts = [:]
        for key in Self.keys where coder.containsValue(forKey: key) {
            parts[key] = coder.decodeObject(of: NSString.self, forKey: key) as String?
        }
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        for (key, value) in parts { coder.encode(value as NSString, forKey: key) }
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// An address that does not change.
    open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts: parts) }

    /// An address that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts: parts) }

    /// Equal if all parts are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNPostalAddress else { return false }
        return Self.keys.allSatisfy { (parts[$0] ?? "") == (other.parts[$0] ?? "") }
    }

    open override var hash: Int { Self.keys.reduce(into: Hasher()) { $0.combine(parts[$1] ?? "") }.finalize() }

    /// The parts that are known, by their keys.
    open override var description: String {
        let known = Self.keys.compactMap { key in parts[key].map { "\(key)=\($0)" } }
        return "\(type(of: self)): \(known.joined(separator: ", "))"
    }

    /// What a part is called, in English.
    open class func localizedString(forKey key: String) -> String {
        let names = [
            CNPostalAddressStreetKey: "Street", CNPostalAddressSubLocalityKey: "Neighborhood",
            CNPostalAddressCityKey: "City", CNPostalAddressSubAdministrativeAreaKey: "County",
            CNPostalAddressStateKey: "State", CNPostalAddressPostalCodeKey: "ZIP",
            CNPostalAddressCountryKey: "Country", CNPostalAddressISOCountryCodeKey: "Country Code",
        ]
        return names[key] ?? key
    }

    private static let keys = [
        CNPostalAddressStreetKey, CNPostalAddressSubLocalityKey, CNPostalAddressCityKey,
        CNPostalAddressSubAdministrativeAreaKey, CNPostalAddressStateKey, CNPostalAddressPostalCodeKey,
        CNPostalAddressCountryKey, CNPostalAddressISOCountryCodeKey,
    ]
}

/// A postal address that can be changed.
@_weakLinked open class CNMutablePostalAddress: CNPostalAddress, @unchecked Sendable {
    // Unchecked: who changes it does not share it meanwhile, as with Apple's.

    open override var street: String {
        get { super.street }
        set { parts[CNPostalAddressStreetKey] = newValue }
    }
    open override var subLocality: String {
        get { super.subLocality }
        set { parts[CNPostalAddressSubLocalityKey] = newValue }
    }
    open override var city: String {
        get { super.city }
        set { parts[CNPostalAddressCityKey] = newValue }
    }
    open override var subAdministrativeArea: String {
        get { super.subAdministrativeArea }
        set { parts[CNPostalAddressSubAdministrativeAreaKey] = newValue }
    }
    open override var state: String {
        get { super.state }
        set { parts[CNPostalAddressStateKey] = newValue }
    }
    open override var postalCode: String {
        get { super.postalCode }
        set { parts[CNPostalAddressPostalCodeKey] = newValue }
    }
    open override var country: String {
        get { super.country }
        set { parts[CNPostalAddressCountryKey] = newValue }
    }
    open override var isoCountryCode: String {
        get { super.isoCountryCode }
        set { parts[CNPostalAddressISOCountryCodeKey] = newValue }
    }
}

/// The key of the street.
@_weakLinked public let CNPostalAddressStreetKey = "street"
/// The key of the part of the city.
@_weakLinked public let CNPostalAddressSubLocalityKey = "subLocality"
/// The key of the city.
@_weakLinked public let CNPostalAddressCityKey = "city"
/// The key of the county or district.
@_weakLinked public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"
/// The key of the state or province.
@_weakLinked public let CNPostalAddressStateKey = "state"
/// The key of the postal code.
@_weakLinked public let CNPostalAddressPostalCodeKey = "postalCode"
/// The key of the country's name.
@_weakLinked public let CNPostalAddressCountryKey = "country"
/// The key of the country's two letters.
@_weakLinked public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"
