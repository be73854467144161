extension CLLocationValues {
    private typealias Figure = (
        key: String, older: String, path: any WritableKeyPath<CLLocationValues, Double> & Sendable
    )

    /// The values with their keys: Apple's, as in archives of phones, and those that earlier versions of this module
    /// wrote. For the ellipsoidal altitude, the floor and the source Apple's keys are unknown.
    private static let figures: [Figure] = [
        ("kCLLocationCodingKeyCoordinateLatitude", "latitude", \.coordinate.latitude),
        ("kCLLocationCodingKeyCoordinateLongitude", "longitude", \.coordinate.longitude),
        ("kCLLocationCodingKeyAltitude", "altitude", \.altitude),
        ("ellipsoidalAltitude", "ellipsoidalAltitude", \.ellipsoidalAltitude),
        ("kCLLocationCodingKeyHorizontalAccuracy", "horizontalAccuracy", \.horizontalAccuracy),
        ("kCLLocationCodingKeyVerticalAccuracy", "verticalAccuracy", \.verticalAccuracy),
        ("kCLLocationCodingKeyCourse", "course", \.course),
        ("kCLLocationCodingKeyCourseAccuracy", "courseAccuracy", \.courseAccuracy),
        ("kCLLocationCodingKeySpeed", "speed", \.speed),
        ("kCLLocationCodingKeySpeedAccuracy", "speedAccuracy", \.speedAccuracy),
    ]
    /// Seconds since 2001 in Apple's archives, a date in older ones of this module.
    private static let time = (key: "kCLLocationCodingKeyTimestamp", older: "timestamp")

    /// Reads an archive; `nil` if it contains no position or no time. Other missing values stay unknown.
    init?(coder: NSCoder) {
        guard let timestamp = Self.timestamp(in: coder) else { return nil }
        self.init(coordinate: CLLocationCoordinate2D(), timestamp: timestamp)
        for (number, figure) in Self.figures.enumerated() {
            if coder.containsValue(forKey: figure.key) {
                self[keyPath: figure.path] = coder.decodeDouble(forKey: figure.key)
            } else if coder.containsValue(forKey: figure.older) {
                self[keyPath: figure.path] = coder.decodeDouble(forKey: figure.older)
            } else if number < 2 {
                // No latitude, or no longitude.
                return nil
            }
        }
        // Reading a missing value makes the whole archive fail.
        if coder.containsValue(forKey: "floor") {
            floor = coder.decodeObject(of: CLFloor.self, forKey: "floor")
        }
        if coder.containsValue(forKey: "sourceInformation") {
            sourceInformation = coder.decodeObject(
                of: CLLocationSourceInformation.self, forKey: "sourceInformation")
        }
    }

    func encode(with coder: NSCoder) {
        for figure in Self.figures { coder.encode(self[keyPath: figure.path], forKey: figure.key) }
        coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Self.time.key)
        coder.encode(floor, forKey: "floor")
        coder.encode(sourceInformation, forKey: "sourceInformation")
    }

    private static func timestamp(in coder: NSCoder) -> Date? {
        if coder.containsValue(forKey: time.key) {
            return Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: time.key))
        }
        guard coder.containsValue(forKey: time.older) else { return nil }
        return coder.decodeObject(of: NSDate.self, forKey: time.older) as Date?
    }
}
