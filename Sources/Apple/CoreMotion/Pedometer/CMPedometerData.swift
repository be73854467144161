/// The way on foot in a period.
@_weakLinked open class CMPedometerData: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let values: Values

    struct Values {
        var startDate = Date()
        var endDate = Date()
        var numberOfSteps = 0
        var distance: Double?
        var floorsAscended: Int?
        var floorsDescended: Int?
        var currentPace: Double?
        var currentCadence: Double?
        var averageActivePace: Double?
    }

    /// The beginning of the period.
    open var startDate: Date { values.startDate }
    /// The end of the period.
    open var endDate: Date { values.endDate }
    /// Steps; 0 if nothing counts them, see ``CMPedometer/isStepCountingAvailable()``.
    open var numberOfSteps: NSNumber { NSNumber(value: values.numberOfSteps) }
    /// Metres walked and run.
    open var distance: NSNumber? { values.distance.map { NSNumber(value: $0) } }
    /// Floors ascended; `nil` if no other device reported them.
    open var floorsAscended: NSNumber? { values.floorsAscended.map { NSNumber(value: $0) } }
    /// Floors descended; `nil` if no other device reported them.
    open var floorsDescended: NSNumber? { values.floorsDescended.map { NSNumber(value: $0) } }
    /// Seconds a metre, over the last quarter of a minute; `nil` if nobody walks, and in data of the past.
    open var currentPace: NSNumber? { values.currentPace.map { NSNumber(value: $0) } }
    /// Steps a second, of the latest steps; `nil` if nobody walks, if nothing counts steps, and in data of the past.
    open var currentCadence: NSNumber? { values.currentCadence.map { NSNumber(value: $0) } }
    /// Seconds a metre, while somebody walked or ran.
    open var averageActivePace: NSNumber? { values.averageActivePace.map { NSNumber(value: $0) } }

    /// An empty period, now.
    public override init() {
        values = Values()
        super.init()
    }

    init(_ values: Values) {
        self.values = values
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        guard let start = coder.decodeObject(of: NSDate.self, forKey: "startDate"),
            let end = coder.decodeObject(of: NSDate.self, forKey: "endDate")
        else { return nil }
        func number(_ key: String) -> Double? { coder.decodeObject(of: NSNumber.self, forKey: key)?.doubleValue }
        func whole(_ key: String) -> Int? { coder.decodeObject(of: NSNumber.self, forKey: key)?.intValue }
        values = Values(
            startDate: start as Date, endDate: end as Date, numberOfSteps: whole("numberOfSteps") ?? 0,
            distance: number("distance"), floorsAscended: whole("floorsAscended"),
            floorsDescended: whole("floorsDescended"), currentPace: number("currentPace"),
            currentCadence: number("currentCadence"), averageActivePace: number("averageActivePace"))
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(startDate as NSDate, forKey: "startDate")
        coder.encode(endDate as NSDate, forKey: "endDate")
        coder.encode(numberOfSteps, forKey: "numberOfSteps")
        coder.encode(distance, forKey: "distance")
        coder.encode(floorsAscended, forKey: "floorsAscended")
        coder.encode(floorsDescended, forKey: "floorsDescended")
        coder.encode(currentPace, forKey: "currentPace")
        coder.encode(currentCadence, forKey: "currentCadence")
        coder.encode(averageActivePace, forKey: "averageActivePace")
    }

    /// Archives of it are read with its class named.
    open class var supportsSecureCoding: Bool { true }

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The period, the steps and the distance.
    open override var description: String {
        "CMPedometerData \(startDate) – \(endDate) steps \(numberOfSteps) distance \(distance?.stringValue ?? "unknown")"
    }
}
