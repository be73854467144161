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

    /// The combined demand of several services: the most demanding of those that need more than looks, otherwise of
    /// all.
    static func combined(_ demands: [Demand]) -> Demand? {
        let busy = demands.filter { !$0.isContentWithLooks }
        let relevant = busy.isEmpty ? demands : busy
        guard var result = relevant.first else { return nil }
        for demand in relevant where demand.desiredAccuracy.isMoreDemanding(than: result.desiredAccuracy) {
            result.desiredAccuracy = demand.desiredAccuracy
        }
        result.isPaused = relevant.contains(where: \.isPaused)
        result.needsHeading = demands.contains(where: \.needsHeading)
        return result
    }
}
