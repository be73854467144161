import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

@Suite struct ManagerInboxTests {
    private let inbox = ManagerInbox()

    private func location(_ second: Int, reset: Bool = false) -> ManagerInbox.Item {
        let reset = reset ? TimeReset(timestamp: .sample(Double(second)), previous: .sample(1e6)) : nil
        return .reports([.location(.sample(Double(second)), timeReset: reset, arrival: .zero)], start: 1)
    }

    private func kinds(_ items: [ManagerInbox.Item]) -> [String] {
        items.map { item in
            switch item {
            case .reports(let reports, _):
                switch reports.first {
                case .location(_, .some, _): "reset"
                case .location: "location"
                case .rejected: "rejected"
                case .heading: "heading"
                case .beacons: "beacons"
                case .gap: "gap"
                case .outage(let outage, _): "outage \(outage?.cause.rawValue ?? "none")"
                case nil: "nothing"
                }
            case .start: "start"
            case .stop: "stop"
            case .pause: "pause"
            case .resume: "resume"
            case .service(let command): "\(command)"
            case .advise(let command): "\(command)"
            case .authorize(let authorization): "authorize \(authorization.status)"
            case .tick: "tick"
            case .settle: "settle"
            case .apply(let settings): "apply \(settings.distanceFilter ?? 0)"
            }
        }
    }

    @Test func everythingComesOnceAndInOrder() {
        inbox.send(.start(nil))
        for second in 0..<100 { inbox.send(location(second)) }
        inbox.send(.stop)
        #expect(kinds(inbox.takeAll()) == ["start"] + [String](repeating: "location", count: 100) + ["stop"])
        #expect(inbox.takeAll().isEmpty && inbox.missed == 0)
    }

    @Test func theOldestAreLostAndCounted() {
        let total = 3 * ManagerInbox.limit
        for second in 0..<total { inbox.send(location(second)) }
        let items = inbox.takeAll()
        #expect(items.count <= ManagerInbox.limit)
        #expect(items.count + inbox.missed == total)
        guard case .reports(let reports, _) = items.last, case .location(let last, _, _) = reports.first else {
            Issue.record("no location")
            return
        }
        #expect(last.timestamp == .sample(Double(total - 1)))
    }

    @Test func batchesCountByWhatIsInThem() {
        let batch = 200
        for first in 0..<100 {
            inbox.send(
                .reports(
                    (0..<batch).map {
                        .location(.sample(Double(first * batch + $0)), timeReset: nil, arrival: .zero)
                    }, start: 1))
        }
        inbox.send(.stop)
        let items = inbox.takeAll()
        let waiting = items.reduce(0) { if case .reports(let reports, _) = $1 { $0 + reports.count } else { $0 } }
        #expect(waiting > ManagerInbox.limit / 4 && waiting <= ManagerInbox.limit + batch)
        #expect(waiting + inbox.missed == 100 * batch)
        #expect(kinds(items).last == "stop")
    }

    @Test func commandsOutagesAndTimeResetsAreNotLost() {
        inbox.send(.start(nil))
        inbox.send(.reports([.outage(Outage(cause: .silent, began: .zero), at: .zero)], start: 1))
        inbox.send(location(1, reset: true))
        var settings = ManagerSettings()
        for filter in [10.0, 20] {
            settings.distanceFilter = filter
            inbox.send(.apply(settings))
        }
        inbox.send(.reports([.outage(nil, at: .seconds(1))], start: 1))
        inbox.send(location(2, reset: true))
        inbox.send(.pause)
        for second in 3..<ManagerInbox.limit * 2 {
            inbox.send(second % 2 == 0 ? location(second) : .reports([.rejected(.noFix)], start: 1))
        }
        let kept = kinds(inbox.takeAll()).filter { $0 != "location" && $0 != "rejected" }
        #expect(kept == ["start", "apply 20.0", "pause", "outage none", "reset"])
    }

    @Test func noFloodOfWhatIsKeptGrowsWithoutBound() {
        for index in 0..<10 * ManagerInbox.limit {
            switch index % 4 {
            case 0: inbox.send(.stop)
            case 1: inbox.send(.start(nil))
            case 2: inbox.send(location(index, reset: true))
            default: inbox.send(.reports([.outage(nil, at: .zero)], start: 1))
            }
        }
        #expect(inbox.takeAll().count <= ManagerInbox.limit)
    }

    @Test func theReaderGetsAllThatWaits_AndTheRestAfterTheEnd() async {
        for second in 0..<10 { inbox.send(location(second)) }
        #expect(await inbox.next()?.count == 10)
        async let next = inbox.next()
        inbox.send(.stop)
        #expect(await next.map(kinds) == ["stop"])
        inbox.send(.pause)
        inbox.finish()
        inbox.send(.resume)
        #expect(await inbox.next().map(kinds) == ["pause"])
        #expect(await inbox.next()?.count == nil)
    }

    @Test func theLastSettingOfEachKindIsKept() {
        for number in 0..<10 {
            inbox.send(.advise(.sleep(number % 2 == 1)))
            inbox.send(.advise(.raise(.meters(Double(number + 1)), seconds: 60)))
        }
        for second in 0..<(2 * ManagerInbox.limit) { inbox.send(location(second)) }
        let kept = kinds(inbox.takeAll()).filter { $0.hasPrefix("sleep") || $0.hasPrefix("raise") }
        #expect(kept == ["sleep(true)", "raise(10.0, seconds: 60.0)"])
    }

    @Test func noCommandToAServiceIsLost() {
        for number in 0..<10 {
            inbox.send(.service(.requestState("\(number)")))
            inbox.send(.tick)
        }
        for second in 0..<(2 * ManagerInbox.limit) { inbox.send(location(second)) }
        let kept = kinds(inbox.takeAll())
        #expect(kept.filter { $0.hasPrefix("requestState") } == (0..<10).map { "requestState(\"\($0)\")" })
        #expect(kept.filter { $0 == "tick" }.count == 1)
    }
}
