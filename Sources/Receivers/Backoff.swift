/// How long to wait before trying again: doubles from the first to the longest delay, with a fifth of jitter, so that
/// many clients do not come back in step.
struct Backoff {
    private let first: Duration
    private let longest: Duration
    private var next: Duration

    /// Delays from `first` to `longest`. The longest keeps recording from resuming late: keep it at 2 s or below.
    init(first: Duration = .milliseconds(100), longest: Duration = .seconds(2)) {
        self.first = first
        self.longest = longest
        next = first
    }

    /// The next delay.
    mutating func delay() -> Duration {
        defer { next = min(next * 2, longest) }
        return next * Double.random(in: 0.8...1.0)
    }

    /// It worked: begin with the first delay again.
    mutating func reset() {
        next = first
    }
}
