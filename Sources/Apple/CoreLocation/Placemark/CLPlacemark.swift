/// A named place, from a ``CLGeocoder``; unknown values are `nil`.
@available(macOS, deprecated: 26.0, message: "Use MKMapItem.")
@available(iOS, deprecated: 26.0, message: "Use MKMapItem.")
@_weakLinked open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: its values are written by initializers only.
    private(set) var values: CLPlacemarkValues

    /// Its location.
    open var location: CLLocation? { values.location }
    /// The surroundings that go by its name.
    open var region: CLRegion? { values.region }
    /// The time there.
    open var timeZone: TimeZone? { values.timeZone }
    /// Its name.
    open var name: String? { values.name }
    /// The street.
    open var thoroughfare: String? { values.thoroughfare }
    /// The number in the street.
    open var subThoroughfare: String? { values.subThoroughfare }
    /// The city.
    open var locality: String? { values.locality }
    /// The part of the city.
    open var subLocality: String? { values.subLocality }
    /// The state or province.
    open var administrativeArea: String? { values.administrativeArea }
    /// The county or district.
    open var subAdministrativeArea: String? { values.subAdministrativeArea }
    /// The postal code.
    open var postalCode: String? { values.postalCode }
    /// The country's two letters, ISO 3166-1.
    open var isoCountryCode: String? { values.isoCountryCode }
    /// The country.
    open var country: String? { values.country }
    /// The lake or river.
    open var inlandWater: String? { values.inlandWater }
    /// The ocean or sea.
    open var ocean: String? { values.ocean }
    /// Other places of interest there.
    open var areasOfInterest: [String]? { values.areasOfInterest }

    /// The address, with the keys of the address book: street, city, state and country, if known.
    @available(*, deprecated, message: "Use the properties of CLPlacemark.")
    open var addressDictionary: [AnyHashable: Any]? { values.addressDictionary }

    /// A copy of another.
    public init(placemark: CLPlacemark) {
        values = placemark.values
        super.init()
    }

    /// A placemark of a place and the parts of its address, with the keys of the address book.
    package init(location: CLLocation?, address: [AnyHashable: Any]) {
        values = CLPlacemarkValues()
        values.location = location
        values.name = address["Name"] as? String
        values.thoroughfare = address["Thoroughfare"] as? String ?? address["Street"] as? String
        values.subThoroughfare = address["SubThoroughfare"] as? String
        values.locality = address["City"] as? String
        values.subLocality = address["SubLocality"] as? String
        values.administrativeArea = address["State"] as? String
        values.subAdministrativeArea = address["SubAdministrativeArea"] as? String
        values.postalCode = address["ZIP"] as? String
        values.country = address["Country"] as? String
        values.isoCountryCode = address["CountryCode"] as? String
        super.init()
    }

    /// A placemark of what a geocoder found.
    init(values: CLPlacemarkValues) {
        self.values = values
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        values = CLPlacemarkValues(coder: coder)
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        values.encode(with: coder)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Returns itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The names, from the nearest to the widest, the place and the region: `Infinite Loop 1, 1 Infinite Loop,
    /// Cupertino, CA  95014, United States @ <+37.33182000,-122.03118000> +/- 100.00m, region CLCircularRegion (…)`.
    open override var description: String {
        let street = [subThoroughfare, thoroughfare].compactMap { $0 }.joined(separator: " ")
        let area = [administrativeArea, postalCode].compactMap { $0 }.joined(separator: "  ")
        var names = [name, street, locality, area, country].compactMap { $0 }
        names.removeAll(where: \.isEmpty)
        let place = location.map { " @ \($0.place)" } ?? ""
        let circle = region.map { ", region \($0)" } ?? ""
        return names.joined(separator: ", ") + place + circle
    }
}
