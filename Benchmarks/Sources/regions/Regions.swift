import LocationModel
import LocationServices
import Measuring

/// What a fix costs with 10, 1,000 and 100,000 regions, beside asking each of them, which is what a list without an
/// index does.
///
///     swift run --package-path Benchmarks -c release regions [--json FILE] [FIXES [REPETITIONS]]
@main
enum Regions {
    /// Asking each of many regions takes long: so many answers are enough.
    private static let answers = 2_000_000

    static func main() {
        guard let arguments = Arguments(), arguments.rest.count <= 2, arguments.rest.allSatisfy({ Int($0) ?? 0 > 0 })
        else { complain("usage: regions [--json FILE] [FIXES [REPETITIONS]]") }
        let numbers = arguments.rest.compactMap { Int($0) }
        let count = numbers.first ?? 20_000
        let repetitions = numbers.dropFirst().first ?? 5
        var figures = Figures()
        let fixes = Landscape.drive(count)
        print(
            "\(count) fixes, \(repetitions) times, medians: regions; ms for the first fix; µs per fix; asking each; events"
        )
        for regions in [10, 1000, 100_000] {
            let landscape = Landscape(regions: regions)
            var first: [Double] = []
            var rest: [Double] = []
            var events = 0
            for _ in 0..<repetitions {
                let result = monitor(landscape.regions, fixes)
                first.append(result.first / 1e6)
                rest.append(result.rest / 1e3)
                events = result.events
            }
            let asked = ask(landscape.regions, Array(fixes.prefix(max(1, answers / regions)))) / 1e3
            print("\(regions)  \(tenths(median(first)))  \(tenths(median(rest)))  \(tenths(asked))  \(events)")
            figures.add(
                "\(regions)",
                ["first fix ms": median(first), "µs/fix": median(rest), "asking each µs/fix": asked])
        }
        keep(figures, arguments)
    }

    /// Nanoseconds of the first fix, which finds the index to be built, and of each of the others.
    private static func monitor(
        _ regions: [Region], _ fixes: [Location]
    ) -> (first: Double, rest: Double, events: Int) {
        var monitoring = RegionMonitoring()
        for region in regions { monitoring.startMonitoring(region) }
        var events: [RegionEvent] = []
        let start = processorTime()
        for fix in fixes.prefix(1) { monitoring.receive(fix, into: &events) }
        let built = processorTime()
        for fix in fixes.dropFirst() { monitoring.receive(fix, into: &events) }
        let end = processorTime()
        return (Double(built - start), Double(end - built) / Double(max(fixes.count - 1, 1)), events.count)
    }

    /// Nanoseconds per fix to ask each region for its distance.
    private static func ask(_ regions: [Region], _ fixes: [Location]) -> Double {
        var inside = 0
        let start = processorTime()
        for fix in fixes {
            for region in regions where region.shape.distance(to: fix.coordinate) <= 0 { inside += 1 }
        }
        let end = processorTime()
        // Used, so that nothing of it is left out.
        if inside < 0 { print(inside) }
        return Double(end - start) / Double(fixes.count)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
