/// How long to wait before the next try: 0.1 s, doubled each time up to 2 s, less up to a quarter by chance, so that
/// many that failed together do not come back together.
struct RetryDelay: Sendable {
    /// The longest wait.
    static let longest = Duration.seconds(2)

    private var next = Duration.milliseconds(100)

    /// The wait before the next try.
    mutating func take(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { next = min(next * 2, Self.longest) }
        return next * Double.random(in: 0.75...1, using: &generator)
    }

    /// It worked: the next failure is a new one.
    mutating func reset() {
        self = RetryDelay()
    }
}
