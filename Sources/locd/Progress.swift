import Glibc

/// A line on a terminal that says how far a long job is; nothing for a job of less than a second, and nothing in a pipe.
struct Progress {
    private static let width = 30

    private let isShown = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private let begun = ContinuousClock().now
    private var latest: ContinuousClock.Instant?

    /// Says it, at most five times a second.
    mutating func show(files: Int, of total: Int, records: Int) {
        guard isShown else { return }
        let now = clock.now
        guard now - begun >= .seconds(1), latest.map({ now - $0 >= .milliseconds(200) }) ?? true else { return }
        latest = now
        // The file that is being read counts half.
        let done = min(max((2 * files - 1) * Self.width / (2 * max(total, 1)), 0), Self.width)
        let bar = String(repeating: "#", count: done) + String(repeating: ".", count: Self.width - done)
        Console.show("\r[\(bar)] file \(files) of \(total), \(records) records")
    }

    /// Takes the line away.
    mutating func end() {
        if latest != nil { Console.show("\r\u{1B}[K") }
    }
}
