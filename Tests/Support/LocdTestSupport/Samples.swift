public import LocationModel

extension Timestamp {
    /// 2026-11-21T06:00:00Z, moved by seconds.
    public static func sample(_ seconds: Double) -> Timestamp {
        (Timestamp(milliseconds: 1_795_240_800_000) ?? .latest).advanced(bySeconds: seconds)
    }
}

extension Coordinate {
    /// Where the samples are, unless they say otherwise.
    public static let sample = Coordinate(latitude: 47.5, longitude: 8.5)

    /// This place, moved by metres north and east.
    public func moved(north: Double, east: Double = 0) -> Coordinate {
        moved(by: north, bearing: 0).moved(by: east, bearing: 90)
    }
}

extension Fix {
    /// A 3D fix at a second of the sample day, metres north and east of a place.
    public static func sample(
        _ seconds: Double, north: Double = 0, east: Double = 0, of place: Coordinate = .sample,
        accuracy: Double? = 5, speed: Double? = nil
    ) -> Fix {
        var fix = Fix(mode: .fix3D, timestamp: .sample(seconds), coordinate: place.moved(north: north, east: east))
        fix.horizontalAccuracy = accuracy
        fix.speed = speed
        return fix
    }
}

extension Location {
    /// A location at a second of the sample day, metres north and east of a place.
    public static func sample(
        _ seconds: Double, north: Double = 0, east: Double = 0, of place: Coordinate = .sample,
        accuracy: Double? = 5, speed: Double? = nil
    ) -> Location {
        var location = Location(timestamp: .sample(seconds), coordinate: place.moved(north: north, east: east))
        location.horizontalAccuracy = accuracy
        location.speed = speed
        location.fix = .fix3D
        return location
    }

    /// A location with everything that a receiver can say.
    public static func full(_ seconds: Double = 0, at place: Coordinate = .sample) -> Location {
        var location = Location.sample(seconds, of: place, accuracy: 4, speed: 10)
        location.altitude = 432.5
        location.ellipsoidalAltitude = 480.5
        location.verticalAccuracy = 6
        location.speedAccuracy = 0.5
        location.course = 84.25
        location.courseAccuracy = 2
        location.satellitesUsed = 9
        location.hdop = 0.9
        return location
    }
}
