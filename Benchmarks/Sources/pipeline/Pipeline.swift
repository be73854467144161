import LocationModel
import LocationServices
import Measuring

/// What a fix costs in the pure part of the pipeline: gate, standard updates, line. One thread, nothing else.
///
///     swift run --package-path Benchmarks -c release pipeline [--json FILE] [FIXES [REPETITIONS]]
@main
enum Pipeline {
    static func main() {
        guard let arguments = Arguments(), arguments.rest.count <= 2,
            arguments.rest.allSatisfy({ Int64($0) ?? 0 > 0 })
        else { complain("usage: pipeline [--json FILE] [FIXES [REPETITIONS]]") }
        let numbers = arguments.rest.compactMap { Int64($0) }
        let count = numbers.first ?? 200_000
        let repetitions = numbers.dropFirst().first ?? 9
        let fixes = Array(Drive(fixes: count))

        print("\(count) fixes, \(repetitions) times: nanoseconds per fix, fastest and median; lines")
        var recorder = ManagerSettings()
        recorder.distanceFilter = 10
        recorder.deliversBetterAccuracy = false
        recorder.holdsPositionWhenStationary = true
        recorder.maximumHorizontalAccuracy = 100
        recorder.maximumAge = 60
        recorder.maximumSpeed = 100
        var everything = ManagerSettings()
        everything.pausesLocationUpdatesAutomatically = false

        var figures = Figures()
        measure("gate", repetitions, fixes, &figures) { gate($0) }
        measure("gate, updates: every fix", repetitions, fixes, &figures) { updates($0, everything) }
        measure("gate, updates, line: every fix", repetitions, fixes, &figures) { lines($0, everything) }
        measure("gate, updates, line: recorder's defaults", repetitions, fixes, &figures) { lines($0, recorder) }
        keep(figures, arguments)
    }

    private static func measure(
        _ name: String, _ repetitions: Int64, _ fixes: [Fix], _ figures: inout Figures, _ body: ([Fix]) -> Int
    ) {
        var results: [Double] = []
        var lines = 0
        for _ in 0..<repetitions {
            let start = processorTime()
            lines = body(fixes)
            results.append(Double(processorTime() - start) / Double(fixes.count))
        }
        results.sort()
        guard let fastest = results.first else { return }
        let padding = String(repeating: " ", count: max(1, 44 - name.count))
        let median = results[results.count / 2]
        print("\(name)\(padding)\(Int(fastest.rounded())) \(Int(median.rounded()))  \(lines)")
        figures.add(name, ["fastest ns/fix": fastest, "median ns/fix": median])
    }

    private static func gate(_ fixes: [Fix]) -> Int {
        var gate = FixGate()
        var accepted = 0
        for fix in fixes {
            if case .accepted = gate.judge(fix) { accepted += 1 }
        }
        return accepted
    }

    private static func updates(_ fixes: [Fix], _ settings: ManagerSettings) -> Int {
        var delivered = 0
        run(fixes, settings) { delivered += $0.count }
        return delivered
    }

    private static func lines(_ fixes: [Fix], _ settings: ManagerSettings) -> Int {
        var line = JSONLine()
        var count = 0
        run(fixes, settings) { events in
            for event in events {
                line.append(event)
                count += 1
            }
            // As the writer does, in batches.
            if line.bytes.count > 64 << 10 { line.removeAll() }
        }
        return count
    }

    private static func run(_ fixes: [Fix], _ settings: ManagerSettings, _ deliver: ([LocationEvent]) -> Void) {
        var gate = FixGate()
        var updates = StandardUpdates(settings: settings)
        var events: [LocationEvent] = []
        for fix in fixes {
            guard case .accepted(let location, let reset) = gate.judge(fix) else { continue }
            updates.receive(location, timeReset: reset, age: 0, into: &events)
            if !events.isEmpty { deliver(events) }
            events.removeAll(keepingCapacity: true)
        }
    }
}
