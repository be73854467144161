public import Contacts

/// A named place that can be shown on a map.
@available(macOS, deprecated: 26.0, message: "Use MKMapItem.")
@available(iOS, deprecated: 26.0, message: "Use MKMapItem.")
@_weakLinked open class MKPlacemark: CLPlacemark, MKAnnotation, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Where it is.
    open var coordinate: CLLocationCoordinate2D { location?.coordinate ?? kCLLocationCoordinate2DInvalid }
    /// The country's two letters.
    open var countryCode: String? { isoCountryCode }
    /// The address in one line, or else the name.
    open var title: String? {
        let address = postalAddress.map { CNPostalAddressFormatter.string(from: $0, style: .mailingAddress) }
        return address?.replacingOccurrences(of: "\n", with: ", ") ?? name
    }
    /// Nothing.
    open var subtitle: String? { nil }

    /// A place without a name.
    public convenience init(coordinate: CLLocationCoordinate2D) {
        self.init(coordinate: coordinate, addressDictionary: nil)
    }

    /// A place with an address, whose keys are those of the address book: `Street`, `City`, `State`, `ZIP`, `Country`.
    public init(coordinate: CLLocationCoordinate2D, addressDictionary: [String: Any]?) {
        super.init(
            location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude),
            address: addressDictionary ?? [:])
    }

    /// A place with an address.
    public convenience init(coordinate: CLLocationCoordinate2D, postalAddress: CNPostalAddress) {
        let parts = [
            "Street": postalAddress.street, "City": postalAddress.city, "State": postalAddress.state,
            "ZIP": postalAddress.postalCode, "Country": postalAddress.country,
            "CountryCode": postalAddress.isoCountryCode, "SubLocality": postalAddress.subLocality,
            "SubAdministrativeArea": postalAddress.subAdministrativeArea,
        ]
        self.init(coordinate: coordinate, addressDictionary: parts.filter { !$0.value.isEmpty })
    }

    /// What a geocoder found.
    public override init(placemark: CLPlacemark) { super.init(placemark: placemark) }

    /// Reads an archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
