import Glibc
import LocationModel
import LocationServices
import Receivers
import Truth

/// `make truth`: what the recorder makes of motion whose truth is known, as the tables of Documentation/Truth.md.
///
///     swift run -c release TruthJudge [--seeds N] [--first SEED] [--integrity 1] [RECORDING…]
///
/// With `--integrity 1`, only what it makes of attacks on the recordings: Documentation/Integrity.md.
@main
enum TruthJudge {
    static func main() {
        guard arguments.options["--integrity"] == nil else { return integrity(events(of: arguments.rest)) }
        lengths()
        spikes()
        climbs()
        departures()
        standing()
        strolls()
        stops()
        kalman()
        recordings(arguments.rest)
    }

    /// The options in front, and what comes after them.
    private static let arguments: (options: [String: UInt64], rest: [String]) = {
        var arguments = CommandLine.arguments.dropFirst()
        var options: [String: UInt64] = [:]
        while let name = arguments.first, name.hasPrefix("--"),
            let number = arguments.dropFirst().first.flatMap(UInt64.init)
        {
            options[name] = number
            arguments = arguments.dropFirst(2)
        }
        return (options, Array(arguments))
    }()

    /// The first of the seeds.
    static let first = arguments.options["--first"] ?? 0

    /// The seeds of a cell; of what comes more often there are fewer. Far apart, as the numbers of a seed are those of
    /// the seed before but for the first.
    static func seeds(for receiver: any SimulatedReceiver, part: UInt64 = 1) -> [UInt64] {
        let count = (arguments.options["--seeds"] ?? 10) / part
        return (0..<max(receiver.interval < 1 ? count / 3 : count, 1)).map { first + $0 * 1_000_003 }
    }

    /// A row for each of some cases, and in it a cell for each column.
    static func table<Case, Column>(
        _ title: String, _ head: [String], _ cases: [(names: [String], case: Case)],
        _ columns: [(name: String, column: Column)], _ cell: (Case, Column) -> String
    ) {
        heading(title)
        row(head + columns.map(\.name), isHead: true)
        for (names, value) in cases { row(names + columns.map { cell(value, $0.column) }) }
    }

    static func recordings(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        heading("Recordings: metres raw and recorded, pauses, visits")
        row(["recording", "raw", "recorded", "pauses", "visits"], isHead: true)
        for (name, events) in events(of: paths) {
            let score = TruthScore(
                events.compactMap { if case .fix(let fix) = $0, fix.mode != .none { fix } else { nil } })
            row([name, text(score.raw), text(score.recorded), "\(score.pauses)", "\(score.visits)"])
        }
    }

    /// What the recordings hold, satellites included; those that cannot be read are named.
    private static func events(of paths: [String]) -> [(name: String, events: [ReceiverEvent])] {
        paths.map { path in
            var all: [ReceiverEvent] = []
            do {
                var reader = try RecordingReader(path: path, date: CivilDate(year: 2020, month: 1, day: 1))
                while let events = try reader.next() { all += events }
            } catch {
                say("\(path): \(error)\n")
            }
            return (path.split(separator: "/").last.map(String.init) ?? path, all)
        }
    }

    static func heading(_ title: String) { say("\n### \(title)\n\n") }

    static func row(_ cells: [String], isHead: Bool = false) {
        say("| " + cells.joined(separator: " | ") + " |\n")
        if isHead { say("|" + cells.map { _ in "---|" }.joined() + "\n") }
    }

    static func range(_ values: [Double]) -> String {
        "\(mean(values)) (\(text(values.min() ?? 0)) to \(text(values.max() ?? 0)))"
    }

    static func most(_ values: [Double]) -> String { "\(mean(values)) (\(text(values.max() ?? 0)))" }

    static func mean(_ values: [Double]) -> String {
        text(values.reduce(0, +) / Double(max(values.count, 1)))
    }

    static func text(_ value: Double) -> String {
        abs(value) >= 20 ? "\(Int(rounding: value))" : "\((value * 10).rounded() / 10)"
    }

    static func say(_ text: String) {
        let bytes = Array(text.utf8)
        write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// A receiver of either generator.
protocol SimulatedReceiver: Sendable {
    /// Seconds between fixes.
    var interval: Double { get }
    func fixes(of path: TruthPath, seed: UInt64) -> [Fix]
}

extension TruthReceiver: SimulatedReceiver {
    init(_ change: (inout TruthReceiver) -> Void) {
        self.init()
        change(&self)
    }

    func with(_ noise: TruthNoise) -> TruthReceiver {
        var receiver = self
        receiver.noise = noise
        return receiver
    }
}

extension SecondReceiver: SimulatedReceiver {}
