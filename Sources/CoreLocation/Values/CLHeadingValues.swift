import LocationModel

/// The values of a ``CLHeading``.
struct CLHeadingValues {
    var magneticHeading: CLLocationDirection = -1
    var trueHeading: CLLocationDirection = -1
    var headingAccuracy: CLLocationDirection = -1
    var x: CLHeadingComponentValue = 0
    var y: CLHeadingComponentValue = 0
    var z: CLHeadingComponentValue = 0
    var timestamp = Date()
}

extension CLHeadingValues {
    /// A heading of the daemon. Its error is unknown, but the heading is not invalid: so the error is the largest
    /// possible one.
    init(_ heading: Heading) {
        magneticHeading = heading.magneticHeading ?? -1
        trueHeading = heading.trueHeading ?? -1
        headingAccuracy = heading.magneticHeading == nil && heading.trueHeading == nil ? -1 : 180
        if let time = heading.timestamp { timestamp = Date(time) }
    }
}

extension CLHeadingValues {
    private static let figures: [(key: String, path: any WritableKeyPath<CLHeadingValues, Double> & Sendable)] = [
        ("magneticHeading", \.magneticHeading), ("trueHeading", \.trueHeading),
        ("headingAccuracy", \.headingAccuracy), ("x", \.x), ("y", \.y), ("z", \.z),
    ]

    /// Reads an archive; `nil` if it contains no time.
    init?(coder: NSCoder) {
        guard let time = coder.decodeObject(of: NSDate.self, forKey: "timestamp") else { return nil }
        timestamp = time as Date
        for (key, path) in Self.figures where coder.containsValue(forKey: key) {
            self[keyPath: path] = coder.decodeDouble(forKey: key)
        }
    }

    func encode(with coder: NSCoder) {
        for (key, path) in Self.figures { coder.encode(self[keyPath: path], forKey: key) }
        coder.encode(timestamp as NSDate, forKey: "timestamp")
    }
}

extension CLHeading {
    convenience init(_ heading: Heading) {
        self.init()
        values = CLHeadingValues(heading)
    }
}
