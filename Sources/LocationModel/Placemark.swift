/// What is known of a place, in Core Location's words: what a geocoder answers. Whatever it does not know is absent.
public struct Placemark: Sendable, Hashable, Codable {
    /// Where it is: the middle of the place that is named, or what was asked about where no place is named. Degrees WGS 84.
    public var coordinate: Coordinate
    /// Metres around ``coordinate`` that hold what was asked about; of a name, how large the place is thought to be.
    public var horizontalAccuracy: Double?
    /// Metres around ``coordinate`` that the place is thought to fill.
    public var radius: Double?
    /// What a person calls it.
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
    /// What is of interest there.
    public var areasOfInterest: [String]?
    /// The time zone, a name of the tz database: `Europe/Zurich`.
    public var timeZone: String?

    /// A place of which nothing but where it is is known.
    public init(coordinate: Coordinate, horizontalAccuracy: Double? = nil) {
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
    }
}
