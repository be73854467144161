import LocationModel

/// The direction of the bow, as opposed to the direction of travel. Clients subclass it for their tests.
@_weakLinked open class CLHeading: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked: its values are written by initializers only.
    var values = CLHeadingValues()

    /// Degrees from magnetic north, 0 to 359.9.
    open var magneticHeading: CLLocationDirection { values.magneticHeading }
    /// Degrees from true north, 0 to 359.9; negative: unknown.
    open var trueHeading: CLLocationDirection { values.trueHeading }
    /// The maximum error in degrees; negative: the heading is invalid, because the magnetic field is not the Earth's.
    /// 180 if the source does not report it, which most do not.
    open var headingAccuracy: CLLocationDirection { values.headingAccuracy }
    /// Microtesla along the magnetometer's x axis; 0 without a magnetometer.
    open var x: CLHeadingComponentValue { values.x }
    /// Microtesla along the magnetometer's y axis; 0 without a magnetometer.
    open var y: CLHeadingComponentValue { values.y }
    /// Microtesla along the magnetometer's z axis; 0 without a magnetometer.
    open var z: CLHeadingComponentValue { values.z }
    /// The time of the heading.
    open var timestamp: Date { values.timestamp }

    /// An invalid heading, now.
    public override init() {
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        guard let values = CLHeadingValues(coder: coder) else { return nil }
        super.init()
        self.values = values
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        values.encode(with: coder)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Returns itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Both headings, the accuracy and the time.
    open override var description: String {
        let headings = String(
            format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f", magneticHeading, trueHeading, headingAccuracy
        )
        let field = String(format: "x %+.3f y %+.3f z %+.3f", x, y, z)
        return "\(headings) \(field) @ \(timestamp)"
    }
}

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
    /// A heading of the daemon. If its error is unknown, the heading is not invalid: then it is the largest possible
    /// one.
    init(_ heading: Heading) {
        magneticHeading = heading.magneticHeading ?? -1
        trueHeading = heading.trueHeading ?? -1
        let isValid = !heading.isDisturbed && (heading.magneticHeading ?? heading.trueHeading) != nil
        headingAccuracy = isValid ? heading.headingAccuracy ?? 180 : -1
        if let field = heading.field { (x, y, z) = (field.x, field.y, field.z) }
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
