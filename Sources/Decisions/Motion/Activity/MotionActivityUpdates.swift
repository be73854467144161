internal import Glibc
public import LocationModel

/// Recognizes the current activity from the fixes, with a hidden Markov model of the speeds: a pure state machine.
///
/// It is made to drive settings: it changes the activity only if the new one is clearly likelier, so that a red light
/// does not end a drive.
public struct MotionActivityUpdates: Sendable {
    /// The state kept across restarts.
    public struct State: Sendable, Hashable, Codable {
        var probabilities: [Double]
        /// The probabilities at a speed of 0, while the machine is proven to stand; otherwise `nil`.
        var standing: [Double]?
        var last: Location?
        var kind: MotionActivity.Kind
        var confidence: MotionActivity.Confidence
        /// Since when `kind` is the reported activity.
        var since: Timestamp?

        /// Whether this type can have written it: a file may contain anything.
        package var isValid: Bool {
            last?.isValid != false
                && [probabilities, standing ?? probabilities].allSatisfy {
                    $0.count == ActivityModel.kinds.count && $0.allSatisfy { (0...1).contains($0) }
                }
        }
    }

    /// The probability from which an activity is accepted.
    static let threshold = 0.6
    /// Probabilities from which the confidence is medium and high.
    static let confidences = (medium: 0.75, high: 0.9)
    /// Seconds after which two speeds are independent evidence.
    static let independence = 15.0
    /// Minimum seconds between two positions to compute a speed from them, if the receiver reports none.
    static let minimumInterval = 3.0
    /// Metres below which an accuracy counts as that of satellites.
    static let satelliteAccuracy = 50.0
    /// m/s: no speed is known better.
    static let leastDeviation = 0.1
    /// The fraction of its error that a satellite fix does not share with one some seconds earlier.
    static let unsharedError = 0.3

    /// The state to save for the next run.
    public private(set) var state: State

    /// Starts without knowledge, or continues an earlier run.
    public init(resuming state: State? = nil) {
        if let state, state.probabilities.count == ActivityModel.kinds.count {
            self.state = state
        } else {
            self.state = State(probabilities: ActivityModel.prior, kind: .unknown, confidence: .low)
        }
    }

    /// The current activity, as far as known; `nil` before the first location.
    public var current: MotionActivity? {
        guard let since = state.since ?? state.last?.timestamp else { return nil }
        return MotionActivity(timestamp: since, kind: state.kind, confidence: state.confidence)
    }

    /// Takes the next location that passed the gate, and what the evidence of motion says; `nil` if none is collected.
    /// Returns the activity if it changed or is more certain than last reported.
    ///
    /// The speeds of a parked receiver that takes them from its positions, or whose signals are reflected, are those of
    /// somebody on foot. As long as it is proven to stand, they are therefore followed, but do not count: a motion that
    /// is proven later is known at once.
    package mutating func receive(_ location: Location, _ evidence: MotionState? = nil) -> MotionActivity? {
        guard let last = state.last else {
            state.last = location
            return nil
        }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        guard seconds > 0 else { return nil }
        let reported = location.speed
        guard reported != nil || seconds >= Self.minimumInterval else { return nil }
        state.last = location
        let (speed, deviation) = speed(of: location, since: last, seconds)
        switch evidence {
        case .standing: state.standing = state.standing ?? state.probabilities
        case .departed, .moving, nil: state.standing = nil
        case .unknown, .settling: break
        }
        state.probabilities = Self.updated(state.probabilities, ofSpeed: speed, deviation, after: seconds)
        state.standing = state.standing.map { Self.updated($0, ofSpeed: 0, Self.leastDeviation, after: seconds) }
        return decide(at: location.timestamp)
    }

    private static func updated(
        _ before: [Double], ofSpeed speed: Double, _ deviation: Double, after seconds: Double
    ) -> [Double] {
        var probabilities = ActivityModel.evolved(before, by: seconds)
        let weight = min(seconds / independence, 2)
        for (index, likelihood) in ActivityModel.likelihoods(ofSpeed: speed, deviation: deviation).enumerated() {
            probabilities[index] *= pow(likelihood, weight)
        }
        let sum = probabilities.reduce(0, +)
        return sum.isFinite && sum > 0 ? probabilities.map { $0 / sum } : before
    }

    /// The receiver's time went back: a speed across that moment is meaningless.
    public mutating func timeReset() {
        state.last = nil
    }

    private func speed(of location: Location, since last: Location, _ seconds: Double) -> (Double, Double) {
        if let speed = location.speed, seconds <= Self.independence {
            let accuracy = location.speedAccuracy ?? AccuracyModel.unknownSpeedAccuracy
            return (speed, max(accuracy, Self.leastDeviation))
        }
        let accuracy = location.horizontalAccuracy ?? AccuracyModel.unknownAccuracy
        let before = last.horizontalAccuracy ?? AccuracyModel.unknownAccuracy
        // One axis of each position. Two satellite fixes share most of their error; positions of another origin share
        // nothing.
        let shared = max(accuracy, before) < Self.satelliteAccuracy ? Self.unsharedError : 1
        let deviation =
            (accuracy * accuracy + before * before).squareRoot() / AccuracyModel.radiusPerDeviation * shared / seconds
        return (location.distance(to: last) / seconds, max(deviation, Self.leastDeviation))
    }

    private mutating func decide(at timestamp: Timestamp) -> MotionActivity? {
        let probabilities = state.standing ?? state.probabilities
        let sums = zip(ActivityModel.kinds, probabilities).reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 }
        guard let (kind, probability) = sums.max(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })
        else { return nil }
        let confidence: MotionActivity.Confidence =
            probability >= Self.confidences.high ? .high : probability >= Self.confidences.medium ? .medium : .low
        if kind == state.kind {
            guard confidence > state.confidence else { return nil }
        } else {
            guard probability >= Self.threshold else { return nil }
            state.since = timestamp
            state.kind = kind
        }
        state.confidence = confidence
        return MotionActivity(timestamp: timestamp, kind: kind, confidence: confidence)
    }
}
