package import LocationModel

extension CLLocation {
    /// A location of the daemon, with Core Location's values for what is unknown.
    convenience init(_ location: Location) {
        self.init(latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
        values = CLLocationValues(location)
    }

    /// The same elsewhere.
    package func moved(to place: CLLocationCoordinate2D) -> CLLocation {
        let moved = CLLocation(latitude: place.latitude, longitude: place.longitude)
        moved.values = values
        moved.values.coordinate = place
        return moved
    }
}

extension Location {
    /// What a location says, without Core Location's values for what is unknown; `nil` of an invalid one.
    package init?(_ location: CLLocation) {
        guard location.coordinate.coordinate.isValid, let time = Timestamp(location.timestamp) else { return nil }
        func known(_ value: Double) -> Double? { value >= 0 ? value : nil }
        self.init(timestamp: time, coordinate: location.coordinate.coordinate)
        horizontalAccuracy = known(location.horizontalAccuracy)
        if location.verticalAccuracy >= 0 {
            (altitude, verticalAccuracy) = (location.altitude, location.verticalAccuracy)
        }
        (speed, speedAccuracy) = (known(location.speed), known(location.speedAccuracy))
        (course, courseAccuracy) = (known(location.course), known(location.courseAccuracy))
    }
}

extension CLLocationValues {
    init(_ location: Location) {
        self.init(coordinate: CLLocationCoordinate2D(location.coordinate), timestamp: Date(location.timestamp))
        // -1 would mean an invalid position, which it is not.
        horizontalAccuracy = location.horizontalAccuracy ?? Location.boundOfUnknownAccuracy
        // It says whether `altitude` is valid.
        if location.altitude != nil { verticalAccuracy = location.verticalAccuracy ?? -1 }
        altitude = location.altitude ?? 0
        // Core Location: 0 unless its accuracy is positive.
        ellipsoidalAltitude = verticalAccuracy > 0 ? location.ellipsoidalAltitude ?? 0 : 0
        course = location.course ?? -1
        courseAccuracy = location.course == nil ? -1 : location.courseAccuracy ?? -1
        speed = location.speed ?? -1
        speedAccuracy = location.speed == nil ? -1 : location.speedAccuracy ?? -1
        sourceInformation = CLLocationSourceInformation(
            softwareSimulationState: location.isSimulated, andExternalAccessoryState: !location.isSimulated)
    }
}

extension Date {
    package init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
    }
}

extension Timestamp {
    /// The time of a date; `nil` beyond the years that a timestamp can have.
    package init?(_ date: Date) {
        // Exact for what a timestamp can have, and no trap for the rest.
        guard let whole = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        self.init(milliseconds: whole)
    }
}
