import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct ReceiverMonitorTests {
    private var monitor = ReceiverMonitor(staleAfter: .seconds(5), at: .zero)

    private static let fix3D = FixGate.Verdict.accepted(.sample(0), timeReset: nil)
    private static let fix2D: FixGate.Verdict = {
        var location = Location.sample(0)
        location.fix = .fix2D
        return .accepted(location, timeReset: nil)
    }()

    private mutating func link(_ condition: ReceiverLink.Condition, _ detail: String? = nil, at second: Double) {
        monitor.link(ReceiverLink(condition, detail: detail), at: .seconds(second))
    }

    private mutating func fix(_ verdict: FixGate.Verdict = fix3D, at second: Double) {
        monitor.fix(verdict, at: .seconds(second))
    }

    private var state: ReceiverState { monitor.condition.state }
    private var cause: OutageCause? { monitor.condition.cause }

    @Test func `At first it is released`() {
        #expect(state == .released && monitor.deadline == nil && monitor.outage == nil)
    }

    @Test mutating func `Opening to fix and through its kinds`() {
        link(.opening, at: 1)
        #expect(state == .opening && monitor.deadline == nil)
        link(.open, at: 2)
        #expect(state == .opening && monitor.deadline == .seconds(7))
        monitor.sky(at: .seconds(3))
        #expect(state == .noFix && cause == .noFix)
        fix(.rejected(.noFix), at: 4)
        #expect(monitor.outage == Outage(cause: .noFix, began: .seconds(3)))
        fix(Self.fix2D, at: 5)
        #expect(state == .fix2D && cause == nil && monitor.outage == nil)
        fix(at: 6)
        #expect(state == .fix3D && monitor.condition.since == .seconds(6))
        fix(at: 7)
        #expect(monitor.condition.since == .seconds(6) && monitor.deadline == .seconds(12))
    }

    @Test mutating func `What is refused beside fixes is known while they come`() {
        link(.open, at: 0)
        fix(at: 1)
        var said = ReceiverLink(.open)
        said.refused = "7 refused"
        monitor.link(said, at: .seconds(2))
        // It neither interrupts the fix nor postpones the moment at which it is stale.
        #expect(state == .fix3D && monitor.deadline == .seconds(6))
        fix(.rejected(.noTime), at: 3)
        fix(at: 4)
        #expect(monitor.condition.refused == "7 refused")
        link(.open, at: 5)
        #expect(state == .fix3D && monitor.condition.refused == nil)
        monitor.link(said, at: .seconds(6))
        monitor.tick(at: .seconds(30))
        #expect(state == .stale && monitor.condition.refused == nil)
    }

    @Test mutating func `An open receiver that says nothing is silent`() {
        link(.open, at: 2)
        monitor.tick(at: .seconds(6.9))
        #expect(state == .opening)
        monitor.tick(at: .seconds(7))
        #expect(state == .silent && cause == .silent && monitor.deadline == nil)
        #expect(monitor.outage == Outage(cause: .silent, began: .seconds(2)))
        monitor.sky(at: .seconds(9))
        #expect(state == .noFix)
    }

    @Test mutating func `A fix that is not renewed is stale`() {
        link(.open, at: 0)
        fix(at: 1)
        monitor.tick(at: .seconds(5.9))
        #expect(state == .fix3D)
        monitor.tick(at: .seconds(6))
        #expect(state == .stale && cause == .silent && monitor.deadline == nil)
        // Since the last word, not since it was noticed.
        #expect(monitor.outage == Outage(cause: .silent, began: .seconds(1)))
        fix(at: 20)
        #expect(state == .fix3D && monitor.outage == nil)
    }

    @Test mutating func `A search that falls silent is silent`() {
        link(.open, at: 0)
        fix(.rejected(.noFix), at: 1)
        monitor.sky(at: .seconds(4))
        #expect(monitor.deadline == .seconds(9))
        monitor.tick(at: .seconds(9))
        #expect(state == .silent)
        #expect(monitor.outage == Outage(cause: .silent, began: .seconds(4)))
    }

    @Test mutating func `The sky alone keeps no fix fresh`() {
        link(.open, at: 0)
        fix(at: 1)
        for second in 2..<6 { monitor.sky(at: .seconds(second)) }
        monitor.tick(at: .seconds(6))
        #expect(state == .stale)
    }

    @Test mutating func `A slow receiver does not flap once its interval is learned`() {
        link(.open, at: 0)
        var states: [ReceiverState] = []
        for second in stride(from: 0.0, through: 300, by: 10) {
            fix(at: second)
            for quarter in 1..<4 {
                monitor.tick(at: .seconds(second + Double(quarter) * 2.5))
                if second > 0 { states.append(state) }
            }
        }
        // The second fix shows the interval.
        #expect(states.allSatisfy { $0 == .fix3D })
        #expect(monitor.deadline == .seconds(330))
        monitor.tick(at: .seconds(330))
        #expect(state == .stale)
    }

    @Test mutating func `Reports that come in batches teach the interval of the batches`() {
        link(.open, at: 0)
        for second in stride(from: 0.0, through: 100, by: 10) {
            for _ in 0..<10 { fix(at: second) }
        }
        #expect(monitor.deadline == .seconds(130))
    }

    /// Bluetooth may hold reports back and send them in one burst.
    @Test mutating func `A burst teaches the pause before it`() {
        link(.open, at: 0)
        for second in 0...100 {
            let (burst, place) = (Double(second / 10), Double(second % 10))
            monitor.tick(at: .seconds(burst * 10 + place * 0.05))
            if burst > 4 { #expect(state == .fix3D) }
            fix(.accepted(.sample(Double(second)), timeReset: nil), at: burst * 10 + place * 0.05)
        }
        // 9.55 s of silence, three times.
        #expect(monitor.deadline.map { $0 > .seconds(128) && $0 < .seconds(129) } == true)
    }

    @Test mutating func `An interruption teaches no interval`() {
        for second in stride(from: 0.0, through: 1000, by: 100) {
            link(.open, at: second)
            fix(at: second + 1)
            link(.absent(.noGPSD), at: second + 2)
        }
        link(.open, at: 2000)
        fix(at: 2001)
        #expect(monitor.deadline == .seconds(2006))
    }

    @Test mutating func `One time repeated is no fresh fix`() {
        link(.open, at: 0)
        fix(at: 1)
        for second in 2...6 { fix(.rejected(.duplicate), at: Double(second)) }
        monitor.tick(at: .seconds(6))
        #expect(state == .timeNotTrusted && cause == .rejected)
        #expect(monitor.deadline == .seconds(11))
        monitor.tick(at: .seconds(11))
        #expect(state == .stale)
    }

    @Test mutating func `A duplicate among fixes changes nothing`() {
        link(.open, at: 0)
        fix(at: 1)
        fix(.rejected(.duplicate), at: 1.1)
        #expect(state == .fix3D && monitor.deadline == .seconds(6))
    }

    @Test mutating func `Frozen and impossible positions say so`() {
        link(.open, at: 0)
        fix(at: 1)
        fix(.rejected(.frozen), at: 2)
        #expect(state == .frozen && cause == .rejected && monitor.outage?.began == .seconds(2))
        fix(.rejected(.nullIsland), at: 3)
        #expect(state == .noFix && cause == .rejected && monitor.condition.detail?.contains("nullIsland") == true)
        fix(at: 4)
        #expect(state == .fix3D && monitor.condition.detail == nil)
    }

    @Test mutating func `One time that cannot be used is no reason to doubt the clock`() {
        link(.open, at: 0)
        fix(at: 1)
        fix(.rejected(.timeBackwards), at: 2)
        #expect(state == .fix3D)
        fix(.rejected(.timeBackwards), at: 3)
        #expect(state == .timeNotTrusted && cause == .rejected)
        fix(at: 4)
        fix(.rejected(.noTime), at: 5)
        #expect(state == .fix3D)
    }

    @Test mutating func `Without a fix one such time is enough`() {
        link(.open, at: 0)
        fix(.rejected(.noTime), at: 1)
        #expect(state == .timeNotTrusted)
    }

    @Test mutating func `An absent receiver says why once and keeps its since`() {
        link(.absent(.noGPSD), "Connection refused", at: 1)
        #expect(state == .absent && cause == .noGPSD && monitor.condition.detail == "Connection refused")
        link(.opening, at: 2)
        link(.absent(.noGPSD), "Connection refused", at: 3)
        #expect(state == .absent && monitor.condition.since == .seconds(1))
        #expect(monitor.outage == Outage(cause: .noGPSD, began: .seconds(1)) && monitor.deadline == nil)
    }

    @Test mutating func `The cause of a silence applies since the last fix`() {
        link(.open, at: 0)
        fix(at: 1)
        link(.absent(.unplugged), at: 3)
        #expect(monitor.outage == Outage(cause: .unplugged, began: .seconds(1)))
        fix(at: 10)
        monitor.tick(at: .seconds(15))
        link(.absent(.unplugged), at: 17)
        #expect(monitor.outage == Outage(cause: .unplugged, began: .seconds(10)))
    }

    @Test mutating func `Another cause takes nothing from the one before`() {
        link(.open, at: 0)
        fix(at: 1)
        link(.absent(.noGPSD), at: 2)
        #expect(monitor.outage == Outage(cause: .noGPSD, began: .seconds(1)))
        link(.open, at: 3600)
        #expect(monitor.outage?.cause == .noGPSD)
        link(.absent(.noDevice), at: 3601)
        #expect(monitor.outage == Outage(cause: .noDevice, began: .seconds(3600)))
        link(.absent(.permissionDenied), at: 3700)
        #expect(monitor.outage == Outage(cause: .permissionDenied, began: .seconds(3700)))
    }

    @Test mutating func `A failing link is silent for its cause`() {
        link(.open, at: 0)
        link(.failing(.unreadable), at: 1)
        #expect(state == .silent && cause == .unreadable)
        fix(at: 2)
        #expect(state == .fix3D && monitor.outage == nil)
    }

    @Test mutating func `Opening anew keeps a fresh fix and ends a stale one`() {
        link(.open, at: 0)
        fix(at: 1)
        monitor.link(ReceiverLink(.open, device: "/dev/a", driver: "u-blox"), at: .seconds(2))
        #expect(state == .fix3D && monitor.condition.device == "/dev/a" && monitor.condition.driver == "u-blox")
        monitor.tick(at: .seconds(6))
        link(.open, at: 7)
        #expect(state == .opening && monitor.outage?.cause == .silent && monitor.deadline == .seconds(12))
    }

    @Test mutating func `Released is on purpose and ignores what was on its way`() {
        link(.open, at: 0)
        fix(at: 1)
        link(.released, at: 2)
        #expect(state == .released && cause == .released && monitor.deadline == nil)
        #expect(monitor.outage == Outage(cause: .released, began: .seconds(2)))
        fix(at: 3)
        #expect(state == .released)
        link(.opening, at: 60)
        link(.absent(.noGPSD), at: 61)
        #expect(monitor.outage == Outage(cause: .noGPSD, began: .seconds(61)))
    }

    @Test mutating func `A tick before the deadline changes nothing`() {
        link(.open, at: 0)
        fix(at: 1)
        let before = monitor.condition
        monitor.tick(at: .seconds(5.999))
        #expect(monitor.condition == before)
    }
}
