public import LocationModel

/// What a manager needs from the receiver.
public struct Demand: Sendable, Hashable {
    /// The requested accuracy.
    public var desiredAccuracy: DesiredAccuracy
    /// True while it is paused on purpose and only waits for motion.
    public var isPaused: Bool
    /// Whether it needs headings, which may come from a compass.
    public var needsHeading: Bool

    /// A demand for an accuracy.
    public init(desiredAccuracy: DesiredAccuracy, isPaused: Bool = false, needsHeading: Bool = false) {
        self.desiredAccuracy = desiredAccuracy
        self.isPaused = isPaused
        self.needsHeading = needsHeading
    }

    /// Whether a look at intervals is enough, if the configuration allows that.
    public var isContentWithLooks: Bool { isPaused || desiredAccuracy.isCoarse }
}

/// The demands of several services, combined: the most demanding of those that need more than looks, otherwise of all.
struct CombinedDemand {
    /// Of the services that need more than looks.
    private var busy: Demand?
    /// Of those that do not.
    private var content: Demand?
    private var needsHeading = false

    /// The combined demand; `nil` if there is none.
    var demand: Demand? {
        var demand = busy ?? content
        demand?.needsHeading = needsHeading
        return demand
    }

    mutating func add(_ demand: Demand) {
        if demand.needsHeading { needsHeading = true }
        if demand.isContentWithLooks { Self.add(demand, to: &content) } else { Self.add(demand, to: &busy) }
    }

    private static func add(_ demand: Demand, to others: inout Demand?) {
        guard var combined = others else {
            others = demand
            return
        }
        if demand.desiredAccuracy.isMoreDemanding(than: combined.desiredAccuracy) {
            combined.desiredAccuracy = demand.desiredAccuracy
        }
        if demand.isPaused { combined.isPaused = true }
        others = combined
    }
}
