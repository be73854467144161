import Contacts

/// A place with what is known of it: a name and an address, from a geocoder. Telephone numbers, web sites and kinds of
/// places are not known here; a program may set them.
@_weakLinked open class MKMapItem: NSObject, @unchecked Sendable {
    // Unchecked: who changes it does not share it meanwhile, as with Apple's.

    /// Its name.
    open var name: String?
    /// What the program set.
    open var phoneNumber: String?
    /// What the program set.
    open var url: URL?
    /// What the program set.
    open var pointOfInterestCategory: MKPointOfInterestCategory?
    /// The time there, if a geocoder knows it.
    open var timeZone: TimeZone?
    /// Whether it stands for wherever this machine is.
    public let isCurrentLocation: Bool
    /// Where it is.
    public let location: CLLocation
    /// Its address in words, if known.
    public let address: MKAddress?
    /// Its address, written in several ways; `nil` unless a geocoder knows its parts.
    public let addressRepresentations: MKAddressRepresentations?
    /// The place in the older form.
    @available(macOS, deprecated: 26.0, message: "Use location and address.")
    @available(iOS, deprecated: 26.0, message: "Use location and address.")
    public let placemark: MKPlacemark

    /// A place of a map. For a geocoder's see ``MKGeocodingRequest``.
    public init(location: CLLocation, address: MKAddress?) {
        (self.location, self.address) = (location, address)
        addressRepresentations = nil
        placemark = MKPlacemark(coordinate: location.coordinate)
        isCurrentLocation = false
        super.init()
    }

    /// The place of a placemark.
    @available(macOS, deprecated: 26.0, message: "Use init(location:address:).")
    @available(iOS, deprecated: 26.0, message: "Use init(location:address:).")
    public init(placemark: MKPlacemark) {
        self.placemark = placemark
        location = placemark.location ?? CLLocation(coordinate: placemark.coordinate, timestamp: Date())
        addressRepresentations = placemark.postalAddress.map { MKAddressRepresentations($0) }
        address = addressRepresentations?.address
        name = placemark.name
        timeZone = placemark.timeZone
        isCurrentLocation = false
        super.init()
    }

    /// Wherever this machine is.
    open class func forCurrentLocation() -> MKMapItem { MKMapItem() }

    /// Wherever this machine is; its location is not valid.
    public override init() {
        placemark = MKPlacemark(coordinate: kCLLocationCoordinate2DInvalid)
        location = CLLocation(coordinate: kCLLocationCoordinate2DInvalid, timestamp: Date())
        (address, addressRepresentations) = (nil, nil)
        isCurrentLocation = true
        super.init()
    }

    /// Opens nothing: there is no application of maps. Always `false`.
    @discardableResult
    open func openInMaps(launchOptions: [String: Any]? = nil) -> Bool { false }

    /// Opens nothing.
    @discardableResult
    open class func openMaps(with mapItems: [MKMapItem], launchOptions: [String: Any]? = nil) -> Bool { false }

    open override var description: String {
        let place = location.coordinate
        return "MKMapItem: \(name ?? "unnamed") \(place.latitude), \(place.longitude)"
    }
}

// With what an application of maps is opened: without effect, as that.

/// The kind of map.
@_weakLinked public let MKLaunchOptionsMapTypeKey = "MKLaunchOptionsMapTypeKey"
/// Whether it shows traffic.
@_weakLinked public let MKLaunchOptionsShowsTrafficKey = "MKLaunchOptionsShowsTrafficKey"
/// Its middle.
@_weakLinked public let MKLaunchOptionsMapCenterKey = "MKLaunchOptionsMapCenterKey"
/// How much of the map.
@_weakLinked public let MKLaunchOptionsMapSpanKey = "MKLaunchOptionsMapSpanKey"
/// How one travels.
@_weakLinked public let MKLaunchOptionsDirectionsModeKey = "MKLaunchOptionsDirectionsModeKey"
/// As the person usually does.
@_weakLinked public let MKLaunchOptionsDirectionsModeDefault = "MKLaunchOptionsDirectionsModeDefault"
/// By car.
@_weakLinked public let MKLaunchOptionsDirectionsModeDriving = "MKLaunchOptionsDirectionsModeDriving"
/// On foot.
@_weakLinked public let MKLaunchOptionsDirectionsModeWalking = "MKLaunchOptionsDirectionsModeWalking"
/// By bus and train.
@_weakLinked public let MKLaunchOptionsDirectionsModeTransit = "MKLaunchOptionsDirectionsModeTransit"

extension CLLocation {
    fileprivate convenience init(coordinate: CLLocationCoordinate2D, timestamp: Date) {
        self.init(
            coordinate: coordinate, altitude: 0, horizontalAccuracy: -1, verticalAccuracy: -1, timestamp: timestamp)
    }
}

/// An address in words.
@_weakLinked open class MKAddress: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// All of it, in one line.
    public let fullAddress: String
    /// The street and the city.
    public let shortAddress: String?

    /// An address; `nil` if it is empty.
    public init?(fullAddress: String, shortAddress: String?) {
        guard !fullAddress.isEmpty else { return nil }
        (self.fullAddress, self.shortAddress) = (fullAddress, shortAddress)
        super.init()
    }

    open override var description: String { fullAddress }
}

/// Ways to write an address. The order of city, state and postal code is that of the country.
@_weakLinked open class MKAddressRepresentations: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// How much of the region a city is given with.
    @_weakLinked public enum ContextStyle: Int, Sendable {
        /// With the country if it is not the user's.
        case automatic
        /// Without the country.
        case short
        /// With the country.
        case full
    }

    private let parts: CNPostalAddress

    init(_ parts: CNPostalAddress) {
        self.parts = parts
        super.init()
    }

    /// The city.
    open var cityName: String? { parts.city.isEmpty ? nil : parts.city }
    /// The city with its state, and with its country if that is not the user's.
    open var cityWithContext: String? { cityWithContext(.automatic) }
    /// The country.
    open var regionName: String? { parts.country.isEmpty ? nil : parts.country }
    /// The country.
    open var region: Locale.Region? { parts.isoCountryCode.isEmpty ? nil : Locale.Region(parts.isoCountryCode) }

    /// The city with its state and country.
    open func cityWithContext(_ style: ContextStyle) -> String? {
        guard let cityName else { return nil }
        let isForeign = region.map { $0 != Locale.current.region } ?? true
        let hasCountry = style == .full || style == .automatic && isForeign
        return [cityName, parts.state, hasCountry ? parts.country : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// All of the address, with or without the country, in one line or several.
    open func fullAddress(includingRegion: Bool, singleLine: Bool) -> String? {
        let written = (parts.mutableCopy() as? CNMutablePostalAddress) ?? CNMutablePostalAddress()
        if !includingRegion { written.country = "" }
        let lines = CNPostalAddressFormatter.string(from: written, style: .mailingAddress)
        guard !lines.isEmpty else { return nil }
        return singleLine ? lines.replacingOccurrences(of: "\n", with: ", ") : lines
    }

    /// The same in words.
    var address: MKAddress? {
        let short = [parts.street, parts.city].filter { !$0.isEmpty }.joined(separator: ", ")
        return fullAddress(includingRegion: true, singleLine: true).flatMap {
            MKAddress(fullAddress: $0, shortAddress: short.isEmpty ? nil : short)
        }
    }
}
