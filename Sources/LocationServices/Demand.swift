public import LocationModel

/// What a manager needs of the receiver.
public struct Demand: Sendable, Hashable {
    /// How good a location it wants.
    public var desiredAccuracy: DesiredAccuracy
    /// True while it paused on purpose and only waits for motion.
    public var isPaused: Bool

    /// A demand for an accuracy.
    public init(desiredAccuracy: DesiredAccuracy, isPaused: Bool = false) {
        self.desiredAccuracy = desiredAccuracy
        self.isPaused = isPaused
    }

    /// Content with a look every now and then, where the configuration allows that.
    public var isContentWithLooks: Bool { isPaused || desiredAccuracy.isCoarse }
}
