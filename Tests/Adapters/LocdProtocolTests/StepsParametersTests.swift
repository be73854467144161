import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@Suite("Reported steps")
struct StepsParametersTests {
    private static let now = Timestamp.sample(100_000)

    private static func good() -> StepsParameters {
        var steps = StepCount(
            from: now.advanced(bySeconds: -600), to: now, numberOfSteps: 1100, source: .reported)
        steps.distance = 812.5
        steps.floorsAscended = 2
        steps.floorsDescended = 0
        return StepsParameters(steps)
    }

    @Test func `Steps are read as they were written`() throws {
        let steps = try Self.good().effective(at: Self.now)
        #expect(steps.numberOfSteps == 1100 && steps.distance == 812.5 && steps.floorsAscended == 2)
        #expect(steps.floorsDescended == 0 && steps.source == .reported)
        #expect(steps.from == Self.now.advanced(bySeconds: -600) && steps.to == Self.now)
    }

    /// A change that makes good parameters bad, and the member that it is about.
    struct Change: Sendable {
        let member: String
        let body: @Sendable (inout StepsParameters) -> Void
    }

    private static let changes = [
        Change(member: "from") { $0.from = "yesterday" },
        Change(member: "from") { $0.from = Self.now.advanced(bySeconds: -86_401).description },
        Change(member: "from") {
            ($0.from, $0.to) = (now.advanced(bySeconds: 1).description, now.advanced(bySeconds: 5).description)
            $0.numberOfSteps = 1
        },
        Change(member: "to") { $0.to = "" },
        Change(member: "to") { $0.to = $0.from },
        Change(member: "to") { $0.to = Self.now.advanced(bySeconds: -601).description },
        Change(member: "to") { $0.to = Self.now.advanced(bySeconds: 6).description },
        Change(member: "numberOfSteps") { $0.numberOfSteps = -1 },
        Change(member: "numberOfSteps") { $0.numberOfSteps = 3001 },
        Change(member: "numberOfSteps") { $0.numberOfSteps = .max },
        // The second counts up to now.
        Change(member: "numberOfSteps") {
            ($0.from, $0.to) = (now.advanced(bySeconds: -1).description, now.advanced(bySeconds: 4).description)
            $0.numberOfSteps = 6
        },
        Change(member: "distance") { $0.distance = -0.1 },
        Change(member: "distance") { $0.distance = 6001 },
        Change(member: "distance") { $0.distance = .nan },
        Change(member: "floorsAscended") { $0.floorsAscended = -1 },
        Change(member: "floorsAscended") { $0.floorsAscended = 601 },
        Change(member: "floorsDescended") { $0.floorsDescended = .min },
    ]

    @Test(arguments: changes)
    func `What cannot be is refused, with the name of the member`(_ change: Change) {
        var steps = Self.good()
        change.body(&steps)
        #expect(throws: VarlinkError.invalidParameter(change.member)) { try steps.effective(at: Self.now) }
    }

    @Test func `A clock that is a little ahead counts as now`() throws {
        var steps = Self.good()
        steps.to = Self.now.advanced(bySeconds: 4).description
        #expect(try steps.effective(at: Self.now).to == Self.now)
    }
}
