/// The values of a ``CLLocation``.
struct CLLocationValues {
    var coordinate: CLLocationCoordinate2D
    var altitude: CLLocationDistance = 0
    var ellipsoidalAltitude: CLLocationDistance = 0
    /// Core Location gives a location that a program creates an accuracy of 0, which means exact.
    var horizontalAccuracy: CLLocationAccuracy = 0
    var verticalAccuracy: CLLocationAccuracy = -1
    var course: CLLocationDirection = -1
    var courseAccuracy: CLLocationDirectionAccuracy = -1
    var speed: CLLocationSpeed = -1
    var speedAccuracy: CLLocationSpeedAccuracy = -1
    var timestamp: Date
    var floor: CLFloor?
    var sourceInformation: CLLocationSourceInformation?

    init(coordinate: CLLocationCoordinate2D, timestamp: Date) {
        self.coordinate = coordinate
        self.timestamp = timestamp
    }

    mutating func setAltitude(
        _ altitude: CLLocationDistance, _ horizontalAccuracy: CLLocationAccuracy, _ verticalAccuracy: CLLocationAccuracy
    ) {
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
    }

    mutating func setMovement(
        _ course: CLLocationDirection, _ courseAccuracy: CLLocationDirectionAccuracy, _ speed: CLLocationSpeed,
        _ speedAccuracy: CLLocationSpeedAccuracy
    ) {
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
    }
}
