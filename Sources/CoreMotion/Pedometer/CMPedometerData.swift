/// The way on foot in a period.
@_weakLinked open class CMPedometerData: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private let values: Values

    struct Values {
        var startDate = Date()
        var endDate = Date()
        var distance: Double?
        var currentPace: Double?
        var averageActivePace: Double?
    }

    /// The beginning of the period.
    open var startDate: Date { values.startDate }
    /// The end of the period.
    open var endDate: Date { values.endDate }
    /// 0: nothing here counts steps; see ``CMPedometer/isStepCountingAvailable()``.
    open var numberOfSteps: NSNumber { 0 }
    /// Metres walked and run.
    open var distance: NSNumber? { values.distance.map { NSNumber(value: $0) } }
    /// `nil`: nothing here counts floors.
    open var floorsAscended: NSNumber? { nil }
    /// `nil`: nothing here counts floors.
    open var floorsDescended: NSNumber? { nil }
    /// Seconds a metre, over the last quarter of a minute; `nil` if nobody walks, and in data of the past.
    open var currentPace: NSNumber? { values.currentPace.map { NSNumber(value: $0) } }
    /// `nil`: nothing here counts steps.
    open var currentCadence: NSNumber? { nil }
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
        values = Values(
            startDate: start as Date, endDate: end as Date, distance: number("distance"),
            currentPace: number("currentPace"), averageActivePace: number("averageActivePace"))
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(startDate as NSDate, forKey: "startDate")
        coder.encode(endDate as NSDate, forKey: "endDate")
        coder.encode(distance, forKey: "distance")
        coder.encode(currentPace, forKey: "currentPace")
        coder.encode(averageActivePace, forKey: "averageActivePace")
    }

    /// Archives of it are read with its class named.
    open class var supportsSecureCoding: Bool { true }

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The period, and the distance.
    open override var description: String {
        "CMPedometerData \(startDate) – \(endDate) distance \(distance?.stringValue ?? "unknown")"
    }
}
