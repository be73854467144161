internal import Glibc

/// How much of a receiver's error is new with each fix, or after some seconds, known from its positions alone, while it
/// moves too: from how much each step differs from the one before. A few turns hardly count in a mean of logarithms.
struct FreshNoise: Sendable, Hashable, Codable {
    /// Steps over which it is averaged, and how many are few.
    private static let memory = 64.0
    private static let fewest = 16.0
    /// Square metres: what positions are rounded to.
    private static let least = 1e-4

    private var last: PlaneVector?
    private var time = 0.0
    private var step: PlaneVector?
    private var interval = 0.0
    private var mean = 0.0
    private var count = 0.0

    /// Whether this type can have written it: a file may contain anything.
    var isValid: Bool {
        abs(mean) < 100 && (0...Self.memory).contains(count) && abs(time) < 1e12
            && max(step?.square ?? 0, last?.square ?? 0) < 1e24
    }

    /// Of a step, m² per axis; 0 while it is unknown. The difference of two steps has three times as much, and the mean
    /// logarithm of the square of a Gaussian vector is that of its mean less 0.577.
    var variance: Double { count < Self.fewest ? 0 : exp(mean + 0.577) / 6 }

    /// What comes next is no step.
    mutating func restart() { (last, step) = (nil, nil) }

    /// Takes the next position. A step takes as many seconds as are in the range: what comes earlier is passed over,
    /// and what comes later is no step.
    mutating func add(_ position: PlaneVector, at now: Double, stepping range: ClosedRange<Double>) {
        let seconds = now - time
        guard last == nil || seconds >= range.lowerBound else { return }
        let before = step
        step = last.flatMap { seconds <= range.upperBound ? position - $0 : nil }
        let isSame = abs(seconds - interval) < 0.2 * interval
        (last, time, interval) = (position, now, seconds)
        guard let before, let step, isSame else { return }
        count = min(count + 1, Self.memory)
        mean += (log(max((step - before).square, Self.least)) - mean) / count
    }
}
