internal import LocationModel

/// The members of a location beside its time and its place, which ``ReportedLocation`` and ``ReportedEvent`` share.
protocol LocationMembers {
    var horizontalAccuracy: Double? { get }
    var altitude: Double? { get }
    var ellipsoidalAltitude: Double? { get }
    var verticalAccuracy: Double? { get }
    var speed: Double? { get }
    var speedAccuracy: Double? { get }
    var course: Double? { get }
    var courseAccuracy: Double? { get }
    var fix: String? { get }
    var satellitesUsed: Int? { get }
    var hdop: Double? { get }
    var simulated: Bool? { get }
}

extension LocationMembers {
    /// The location that is meant, at its time and place.
    func location(at timestamp: Timestamp, _ coordinate: Coordinate) -> Location {
        var location = Location(timestamp: timestamp, coordinate: coordinate, isSimulated: simulated ?? false)
        location.horizontalAccuracy = horizontalAccuracy
        location.altitude = altitude
        location.ellipsoidalAltitude = ellipsoidalAltitude
        location.verticalAccuracy = verticalAccuracy
        location.speed = speed
        location.speedAccuracy = speedAccuracy
        location.course = course
        location.courseAccuracy = courseAccuracy
        location.fix = fix.flatMap { Fix.Mode(rawValue: $0) }
        location.satellitesUsed = satellitesUsed
        location.hdop = hdop
        return location
    }
}
