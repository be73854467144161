/// The wait before the next attempt: a first wait, doubled after each failure up to a longest one.
package struct Backoff: Sendable, Hashable {
    /// The wait after the first failure.
    package let first: Duration
    /// The longest wait.
    package let longest: Duration
    /// The maximum share of a wait, 0...1, that ``next(using:)`` subtracts at random, so that clients that failed
    /// together do not return together.
    package let jitter: Double
    private var wait: Duration

    package var isLongest: Bool { wait >= longest }

    /// Waits from `first`, 0 or more, to `longest`.
    package init(first: Duration, longest: Duration, jitter: Double = 0) {
        self.first = first
        self.longest = max(longest, first)
        self.jitter = min(max(jitter, 0), 1)
        wait = first
    }

    /// The wait before the next attempt, without jitter.
    package mutating func next() -> Duration {
        defer { wait = min(wait * 2, longest) }
        return wait
    }

    /// The wait before the next attempt, shortened at random.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        next() * Double.random(in: (1 - jitter)...1, using: &generator)
    }

    /// Notes a success: the next failure is a first one.
    package mutating func reset() {
        wait = first
    }
}
