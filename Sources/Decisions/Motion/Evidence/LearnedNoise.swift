/// The variance of what a receiver shows while nothing moves, per axis, learned from the receiver itself.
///
/// A prior counts as some samples, so that the first few do not decide. What was seen last is only believed when it has
/// been followed by more standing: the beginning of a motion that is not recognized yet is no noise.
struct LearnedNoise: Sendable, Hashable, Codable {
    /// Samples that the prior counts as.
    private static let priorCount = 4.0
    /// Samples that are remembered; older ones fade.
    private static let memory = 100.0
    /// Times the variance that one sample counts as at most: one outlier is not the noise.
    private static let outlier = 16.0
    /// How much of a step the next one is at most believed to repeat.
    private static let mostCorrelation = 0.8

    private var sum = 0.0
    private(set) var count = 0.0
    /// Of the products of each sample with the one before, as ``sum``.
    private var products = 0.0
    private var freshProducts = 0.0
    private var freshSum = 0.0
    private var freshCount = 0.0

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        [sum, count, freshSum, freshCount].allSatisfy { $0 >= 0 && $0 < 1e12 }
            && [products, freshProducts].allSatisfy { abs($0) < 1e12 }
    }

    /// Whether what was learned weighs more than the prior.
    var isKnown: Bool { count > Self.priorCount }

    /// By how much longer noise goes one way than it would if each step were independent of the one before: 1 if it is.
    var persistence: Double {
        guard isKnown, sum > 0 else { return 1 }
        let correlation = min(max(products / sum, 0), Self.mostCorrelation)
        return (1 + correlation) / (1 - correlation)
    }

    /// The variance of one axis, where `prior` is what is assumed of a receiver that nothing is known about.
    func variance(prior: Double) -> Double {
        (Self.priorCount * prior + sum) / (Self.priorCount + count)
    }

    /// Takes the mean square of both axes, seen while nothing seems to move.
    mutating func note(_ square: Double, product: Double = 0, variance: Double) {
        freshSum += min(square, Self.outlier * variance)
        freshProducts += min(max(product, -Self.outlier * variance), Self.outlier * variance)
        freshCount += 1
    }

    /// Nothing has moved for a while: what was noted was noise.
    mutating func believe() {
        sum += freshSum
        products += freshProducts
        count += freshCount
        if count > Self.memory {
            sum *= Self.memory / count
            products *= Self.memory / count
            count = Self.memory
        }
        forget()
    }

    /// Its errors are of another kind now: what was learned does not count.
    mutating func unlearn() { (sum, products, count) = (0, 0, 0) }

    /// Something moved: what was noted proves nothing.
    mutating func forget() {
        freshSum = 0
        freshProducts = 0
        freshCount = 0
    }
}
