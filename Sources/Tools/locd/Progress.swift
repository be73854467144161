import Glibc
internal import LocationModel
import LocationServices
import Phrasing

/// A line on a terminal that says how far a long job is; nothing for a job of less than a second, and nothing in a
/// pipe.
struct Progress {
    private static let width = 30

    /// Whether anybody sees it.
    let isShown = isatty(STDERR_FILENO) == 1
    private let clock = MonotonicClock.system()
    private let begun: Duration
    private var latest: Duration?

    init() { begun = clock.now() }

    /// Whether it is to be said now: on a terminal, after a second, and at most five times a second.
    var isDue: Bool {
        guard isShown else { return false }
        let now = clock.now()
        return now - begun >= .seconds(1) && latest.map({ now - $0 >= .milliseconds(200) }) ?? true
    }

    /// Says how many bytes of how many are done.
    mutating func show(_ bytes: Int64, of total: Int64) {
        latest = clock.now()
        Console.show("\r" + Self.line(bytes, of: total))
    }

    /// The line: `[####......] 12.3 of 40.0 MB, 31 %`.
    static func line(_ bytes: Int64, of total: Int64) -> String {
        let total = max(total, 1)
        let part = min(max(Double(bytes) / Double(total), 0), 1)
        let done = Int(rounding: part * Double(width), .towardZero)
        let bar = String(repeating: "#", count: done) + String(repeating: ".", count: width - done)
        func megabytes(_ count: Int64) -> String { Figure.decimal(Double(count) / 1_000_000, 1) }
        return "[\(bar)] \(megabytes(bytes)) of \(megabytes(total)) MB, \(Int(rounding: part * 100, .towardZero)) %"
    }

    /// Takes the line away.
    mutating func end() {
        if latest != nil { Console.show("\r\u{1B}[K") }
    }
}
