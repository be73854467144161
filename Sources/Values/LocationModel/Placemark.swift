/// A geocoder's description of a place, in Core Location's terms. Unknown values are absent.
public struct Placemark: Sendable, Hashable, Codable {
    /// The middle of the named place, or the requested coordinate if there is no named place. Degrees WGS 84.
    public var coordinate: Coordinate
    /// Metres around ``coordinate`` that contain the requested coordinate; for a requested name, the estimated size of
    /// the place.
    public var horizontalAccuracy: Double?
    /// The estimated radius of the place around ``coordinate``, in metres.
    public var radius: Double?
    /// The name of the place.
    public var name: String?
    /// The street.
    public var thoroughfare: String?
    /// The number in the street.
    public var subThoroughfare: String?
    /// The town.
    public var locality: String?
    /// The part of the town.
    public var subLocality: String?
    /// The state, province or canton.
    public var administrativeArea: String?
    /// The county or district.
    public var subAdministrativeArea: String?
    /// The postal code.
    public var postalCode: String?
    /// ISO 3166-1, two letters: `CH`.
    public var isoCountryCode: String?
    /// The country.
    public var country: String?
    /// The lake or landlocked sea.
    public var inlandWater: String?
    /// The ocean, or its part.
    public var ocean: String?
    /// Points of interest at the place.
    public var areasOfInterest: [String]?
    /// The time zone, a name of the tz database: `Europe/Zurich`.
    public var timeZone: String?

    /// Creates a placemark with only a position.
    public init(coordinate: Coordinate, horizontalAccuracy: Double? = nil) {
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
    }
}
