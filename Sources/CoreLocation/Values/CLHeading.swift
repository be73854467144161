/// Where the bow points, which is not where it travels. Clients subclass it for their tests.
@_weakLinked open class CLHeading: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Written by initialisers only.
    var values = CLHeadingValues()

    /// Degrees from magnetic north, 0 to 359.9.
    open var magneticHeading: CLLocationDirection { values.magneticHeading }
    /// Degrees from true north, 0 to 359.9; negative: not known.
    open var trueHeading: CLLocationDirection { values.trueHeading }
    /// Degrees that it may be off at most; negative: the heading is invalid. Receivers do not say: 180.
    open var headingAccuracy: CLLocationDirection { values.headingAccuracy }
    /// Microtesla along the device's x axis. Receivers do not say: 0.
    open var x: CLHeadingComponentValue { values.x }
    /// Microtesla along the device's y axis. Receivers do not say: 0.
    open var y: CLHeadingComponentValue { values.y }
    /// Microtesla along the device's z axis. Receivers do not say: 0.
    open var z: CLHeadingComponentValue { values.z }
    /// When it was so.
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

    /// Itself: it does not change.
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
