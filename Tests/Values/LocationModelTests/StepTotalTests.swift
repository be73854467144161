import LocationModel
import LocdTestSupport
import Testing

@Suite("Totals of steps")
struct StepTotalTests {
    private func steps(_ from: Double, _ to: Double, _ count: Int, _ source: StepCount.Source = .counter) -> StepCount {
        StepCount(from: .sample(from), to: .sample(to), numberOfSteps: count, source: source)
    }

    @Test func `A watch and a counter saw the same walk: the larger total counts, never the sum`() {
        var total = StepTotal()
        #expect(total.numberOfSteps == nil)
        total.add(steps(0, 60, 100))
        total.add(steps(60, 120, 110))
        total.add(steps(0, 120, 205, .reported))
        #expect(total.numberOfSteps == 210 && total.numberOfSteps(of: .reported) == 205)
        total.add(steps(200, 260, 20, .reported))
        #expect(total.numberOfSteps == 225)
    }

    @Test func `Of a record that reaches over the edge of a period, the part inside counts`() {
        var total = StepTotal()
        total.add(steps(0, 100, 200), from: .sample(50), to: .sample(75))
        #expect(total.numberOfSteps == 50)
        total.add(steps(100, 200, 200), from: .sample(50), to: .sample(100))
        #expect(total.numberOfSteps == 50)
        var floors = steps(0, 100, 0, .reported)
        floors.floorsAscended = 3
        total.add(floors, from: .sample(60), to: .sample(100))
        #expect(total.floorsAscended == nil)
        total.add(floors, from: .sample(40), to: .sample(100))
        #expect(total.floorsAscended == 3 && total.floorsDescended == nil)
    }

    @Test func `Numbers that no person walks do not overflow`() {
        var total = StepTotal()
        var absurd = steps(0, 1, .max)
        absurd.floorsDescended = .max
        for _ in 0..<2000 { total.add(absurd) }
        #expect(total.numberOfSteps == 1_000_000_000_000 && total.floorsDescended == .max)
    }
}
