public import LocationModel
public import NMEA

extension Fix {
    /// One epoch of sentences. A position that its receiver calls simulated is simulated.
    public init(_ epoch: Epoch, isSimulated: Bool = false) {
        let mode: Mode =
            switch epoch.mode {
            case .none: .none
            case .fix2D: .fix2D
            case .fix3D: .fix3D
            }
        self.init(
            mode: mode, timestamp: epoch.time.flatMap(Timestamp.init(milliseconds:)),
            coordinate: epoch.position.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
            isSimulated: isSimulated || epoch.status == .simulated)
        horizontalAccuracy = epoch.horizontalAccuracy
        altitude = epoch.altitude
        ellipsoidalAltitude = epoch.ellipsoidalAltitude
        verticalAccuracy = epoch.verticalAccuracy
        speed = epoch.speed
        course = epoch.course
        satellitesUsed = epoch.satellitesUsed
        hdop = epoch.hdop
    }
}
