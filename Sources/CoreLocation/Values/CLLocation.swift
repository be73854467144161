import LocationModel

/// Where this was, when, and how well that is known. It does not change.
///
/// What is not known has Core Location's marks of it: -1 in accuracies, ``course`` and ``speed``, and 0 in altitudes whose
/// ``verticalAccuracy`` is negative. Clients subclass it, though Apple says not to: every initialiser but our own is a designated one.
@_weakLinked open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Written by initialisers only.
    var values: CLLocationValues

    /// Degrees WGS 84; only where ``horizontalAccuracy`` is not negative.
    open var coordinate: CLLocationCoordinate2D { values.coordinate }
    /// Metres above mean sea level; only where ``verticalAccuracy`` is not negative.
    open var altitude: CLLocationDistance { values.altitude }
    /// Metres above the WGS 84 ellipsoid; only where ``verticalAccuracy`` is positive, else 0.
    open var ellipsoidalAltitude: CLLocationDistance { values.ellipsoidalAltitude }
    /// Metres, the radius that holds the true position with 68 %; negative: ``coordinate`` is invalid.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }
    /// Metres, 68 %; negative: the altitudes are invalid.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }
    /// Degrees true, of travel, 0 to 360; negative: not known.
    open var course: CLLocationDirection { values.course }
    /// Degrees, 68 %; negative: not known.
    open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }
    /// Metres per second over ground; negative: not known.
    open var speed: CLLocationSpeed { values.speed }
    /// Metres per second, 68 %; negative: not known.
    open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }
    /// The receiver's time.
    open var timestamp: Date { values.timestamp }
    /// The floor of a building: never known here, except from an archive.
    open var floor: CLFloor? { values.floor }
    /// Where it comes from; `nil` where a program made it without saying.
    open var sourceInformation: CLLocationSourceInformation? { values.sourceInformation }

    /// 0° north, 0° east, now: for a property that must have something before the first location comes.
    public override init() {
        values = CLLocationValues(coordinate: CLLocationCoordinate2D(), timestamp: Date())
        super.init()
    }

    /// A place, now: altitude 0 and unknown, an accuracy of 0, which is exact.
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

    /// Reads an archive; `nil` where it holds no place or no time.
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

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Metres to `location` along the WGS 84 geodesic; altitudes are not counted. NaN where a latitude is not on Earth.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        coordinate.coordinate.distance(to: location.coordinate.coordinate)
    }

    /// The older name of ``distance(from:)``.
    @available(*, deprecated, renamed: "distance(from:)")
    open func getDistanceFrom(_ location: CLLocation) -> CLLocationDistance {
        distance(from: location)
    }

    /// Place, accuracy, movement and time: `<+47.50000000,+8.50000000> +/- 5.00m (speed -1.00 mps / course -1.00) @ …`, the time in
    /// the style of the user's region, short date and full time.
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
