package import LocationModel
package import LocationServices

extension ReceiverEvent {
    /// What a recorded event was for the receiver; `nil` if it was none of its. Pauses and the like are decisions of
    /// the one who recorded: who reads decides anew, what is a hole too. But why there was nothing, only the recording
    /// knows.
    package init?(recorded event: LocationEvent) {
        switch event {
        case .location(let location) where location.integrity != .notTrusted: self = .fix(Fix(location))
        case .gap(let gap): self = .gap(gap)
        default: return nil
        }
    }
}

extension Fix {
    /// The fix that a recorded location was.
    fileprivate init(_ location: Location) {
        let hasAltitude = location.altitude != nil || location.ellipsoidalAltitude != nil
        self.init(
            mode: location.fix ?? (hasAltitude ? .fix3D : .fix2D), timestamp: location.timestamp,
            coordinate: location.coordinate, isSimulated: true)
        horizontalAccuracy = location.horizontalAccuracy
        altitude = location.altitude
        ellipsoidalAltitude = location.ellipsoidalAltitude
        verticalAccuracy = location.verticalAccuracy
        speed = location.speed
        speedAccuracy = location.speedAccuracy
        course = location.course
        courseAccuracy = location.courseAccuracy
        satellitesUsed = location.satellitesUsed
        hdop = location.hdop
    }
}
