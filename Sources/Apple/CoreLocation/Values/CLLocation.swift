import LocationModel

/// A position with its time and accuracies. It does not change.
///
/// Unknown values are those of Core Location: -1 in accuracies, ``course`` and ``speed``, and 0 in altitudes whose
/// ``verticalAccuracy`` is negative. Clients subclass it, although Apple advises against it: every initialiser but our
/// own is a designated one.
@_weakLinked open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: its values are written by initializers only.
    var values: CLLocationValues

    /// Degrees WGS 84; valid only if ``horizontalAccuracy`` is not negative.
    open var coordinate: CLLocationCoordinate2D { values.coordinate }
    /// Metres above mean sea level; valid only if ``verticalAccuracy`` is not negative.
    open var altitude: CLLocationDistance { values.altitude }
    /// Metres above the WGS 84 ellipsoid; valid only if ``verticalAccuracy`` is positive, otherwise 0.
    open var ellipsoidalAltitude: CLLocationDistance { values.ellipsoidalAltitude }
    /// The radius in metres that contains the true position with 68 %; negative: ``coordinate`` is invalid.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }
    /// Metres, 68 %; negative: the altitudes are invalid.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }
    /// The direction of travel in degrees true, 0 to 360; negative: unknown.
    open var course: CLLocationDirection { values.course }
    /// Degrees, 68 %; negative: unknown.
    open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }
    /// Metres per second over ground; negative: unknown.
    open var speed: CLLocationSpeed { values.speed }
    /// Metres per second, 68 %; negative: unknown.
    open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }
    /// The receiver's time.
    open var timestamp: Date { values.timestamp }
    /// The floor of a building: always unknown here, except from an archive.
    open var floor: CLFloor? { values.floor }
    /// The source of the location; `nil` if a program created it without one.
    open var sourceInformation: CLLocationSourceInformation? { values.sourceInformation }

    /// 0° north, 0° east, now: for a property that needs a value before the first location.
    public override init() {
        values = CLLocationValues(coordinate: CLLocationCoordinate2D(), timestamp: Date())
        super.init()
    }

    /// A position, now: altitude 0 and unknown, an accuracy of 0, which means exact.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        values = CLLocationValues(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), timestamp: Date())
        super.init()
    }

    /// A place at a time, with altitude.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        values = CLLocationValues(coordinate: coordinate, timestamp: timestamp)
        values.setAltitude(altitude, hAccuracy, vAccuracy)
        super.init()
    }

    /// The same with a movement.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed,
        timestamp: Date
    ) {
        values = CLLocationValues(coordinate: coordinate, timestamp: timestamp)
        values.setAltitude(altitude, hAccuracy, vAccuracy)
        values.setMovement(course, -1, speed, -1)
        super.init()
    }

    /// The same with a movement and how well it is known.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        values = CLLocationValues(coordinate: coordinate, timestamp: timestamp)
        values.setAltitude(altitude, hAccuracy, vAccuracy)
        values.setMovement(course, courseAccuracy, speed, speedAccuracy)
        super.init()
    }

    /// The same with where it comes from.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date, sourceInfo: CLLocationSourceInformation
    ) {
        values = CLLocationValues(coordinate: coordinate, timestamp: timestamp)
        values.setAltitude(altitude, hAccuracy, vAccuracy)
        values.setMovement(course, courseAccuracy, speed, speedAccuracy)
        values.sourceInformation = sourceInfo
        super.init()
    }

    /// Reads an archive; `nil` if it contains no position or no time.
    public required init?(coder: NSCoder) {
        guard let values = CLLocationValues(coder: coder) else { return nil }
        self.values = values
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

    /// The distance to `location` in metres along the WGS 84 geodesic, without altitudes. NaN if a latitude is invalid.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        coordinate.coordinate.distance(to: location.coordinate.coordinate)
    }

    /// The older name of ``distance(from:)``.
    @available(*, deprecated, renamed: "distance(from:)")
    open func getDistanceFrom(_ location: CLLocation) -> CLLocationDistance {
        distance(from: location)
    }

    /// Place, accuracy, movement and time: `<+47.50000000,+8.50000000> +/- 5.00m (speed -1.00 mps / course -1.00) @ …`,
    /// the time in the style of the user's region, short date and full time.
    open override var description: String {
        let movement = String(format: "(speed %.2f mps / course %.2f)", speed, course)
        let time = DateFormatter.localizedString(from: timestamp, dateStyle: .short, timeStyle: .full)
        return "\(place) \(movement) @ \(time)"
    }

    /// `<+47.50000000,+8.50000000> +/- 5.00m`
    var place: String {
        String(
            format: "<%+.8f,%+.8f> +/- %.2fm", coordinate.latitude, coordinate.longitude, horizontalAccuracy)
    }
}
