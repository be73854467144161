import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Publish

struct SinkPaceTests {
    var sink = PublishSink(name: "x", kind: .traccar)

    /// Second `number` of the day, with a monotonic clock of its own.
    func instant(_ number: Double) -> Instant {
        Instant(monotonic: .seconds(1000 + number), wall: place(0).timestamp.advanced(bySeconds: number))
    }

    func record(_ number: Int) -> PublishedRecord { PublishedRecord(.location(place(number))) }

    func decide(_ pace: inout SinkPace, _ number: Int, at now: Double, isMetered: Bool = false) -> SinkPace.Decision {
        pace.decide(next: record(number), latest: record(number), isMetered: isMetered, at: instant(now))
    }

    /// A pace that has sent record 0 at once, of 100 bytes.
    func begun() -> SinkPace {
        var pace = SinkPace(sink)
        #expect(decide(&pace, 0, at: 0) == .send(isBacklog: false))
        pace.delivered([record(0)], bytes: 100, isBacklog: false, at: instant(0))
        pace.drained()
        return pace
    }

    @Test func `Sends at once unless told otherwise`() {
        var pace = begun()
        #expect(decide(&pace, 1, at: 1) == .send(isBacklog: false))
    }

    @Test mutating func `The interval collects and then sends all of it`() {
        sink.interval = 10
        var pace = begun()
        #expect(decide(&pace, 1, at: 1) == .wait(until: .seconds(1010), .interval))
        for number in 1...10 {
            #expect(decide(&pace, number, at: 10) == .send(isBacklog: false))
            pace.delivered([record(number)], bytes: 100, isBacklog: false, at: instant(10))
        }
        pace.drained()
        #expect(decide(&pace, 11, at: 11) == .wait(until: .seconds(1020), .interval))
    }

    @Test mutating func `The distance holds for five minutes at most`() {
        sink.distance = 50
        var pace = begun()
        #expect(decide(&pace, 40, at: 40) == .wait(until: .seconds(1300), .distance))
        #expect(decide(&pace, 46, at: 46) == .send(isBacklog: false))
        var other = begun()
        #expect(decide(&other, 40, at: 300) == .send(isBacklog: false))
    }

    @Test mutating func `Events do not wait`() {
        sink.interval = 3600
        var pace = begun()
        let event = PublishedRecord(
            .region(RegionEvent(timestamp: place(5).timestamp, identifier: "home", state: .inside, cause: .crossed)))
        #expect(
            pace.decide(next: record(4), latest: event, isMetered: false, at: instant(5)) == .send(isBacklog: false))
    }

    @Test func `Failures wait twice as long each time less up to a half`() {
        var pace = SinkPace(sink)
        var generator = SeededGenerator(seed: 1)
        let failure = SinkFailure(.server, "x", "y")
        var expected = 1.0
        for _ in 0..<12 {
            let wait = pace.failed(failure, at: instant(0), using: &generator)
            #expect(wait <= .seconds(expected) && wait >= .seconds(expected / 2))
            expected = min(expected * 2, 300)
        }
        #expect(decide(&pace, 0, at: 1) != .send(isBacklog: false))
        #expect(decide(&pace, 0, at: 301) == .send(isBacklog: true))
        pace.delivered([record(0)], bytes: 1, isBacklog: true, at: instant(301))
        #expect(pace.failed(failure, at: instant(302), using: &generator) <= .seconds(1))
    }

    /// As of a broker that accepts and closes, or gives the connection to another client of the same name.
    @Test func `Connections that do not last make the waits grow`() {
        var pace = SinkPace(sink)
        var generator = SeededGenerator(seed: 1)
        let failure = SinkFailure(.unreachable, "x", "y")
        var now = 0.0
        for _ in 0..<12 {
            pace.connected(at: instant(now))
            #expect(pace.retryAt == nil)
            pace.served(at: instant(now + 5))
            now += 5 + pace.failed(failure, at: instant(now + 5), using: &generator).seconds
        }
        #expect(now > 600)
        pace.connected(at: instant(now))
        pace.served(at: instant(now + 60))
        #expect(pace.failed(failure, at: instant(now + 60), using: &generator) <= .seconds(1))
    }

    @Test func `The server's word is obeyed`() {
        var pace = SinkPace(sink)
        var generator = SeededGenerator(seed: 1)
        let failure = SinkFailure(.server, "x", "y", retryAfter: .seconds(120))
        #expect(pace.failed(failure, at: instant(0), using: &generator) == .seconds(120))
    }

    @Test mutating func `The budget ends with the day`() {
        sink.dailyBytes = 10_000
        var pace = SinkPace(sink)
        pace.delivered([record(0)], bytes: 9_999, isBacklog: false, at: instant(0))
        #expect(decide(&pace, 1, at: 1) == .send(isBacklog: false))
        pace.delivered([record(1)], bytes: 100, isBacklog: false, at: instant(1))
        #expect(decide(&pace, 2, at: 2) == .wait(until: .seconds(1032), .budget))
        #expect(decide(&pace, 2, at: 86399.5) == .wait(until: .seconds(1000 + 86400), .budget))
        #expect(decide(&pace, 86400, at: 86400) == .send(isBacklog: false))
        #expect(pace.budget.sent(on: instant(86400).wall) == 0)
    }

    @Test mutating func `The budget counts what was sent in vain, and holds for all else`() {
        sink.dailyBytes = 10_000
        var pace = SinkPace(sink)
        var generator = SeededGenerator(seed: 1)
        #expect(pace.mayTalk(isMetered: true, at: instant(0)))
        var failure = SinkFailure(.server, "x", "y")
        failure.sent = 10_000
        pace.failed(failure, at: instant(0), using: &generator)
        #expect(pace.budget.sent(on: instant(0).wall) == 10_000)
        #expect(!pace.mayTalk(isMetered: false, at: instant(1)))
        sink.metered = .wait
        pace = SinkPace(sink)
        #expect(!pace.mayTalk(isMetered: true, at: instant(1)) && pace.mayTalk(isMetered: false, at: instant(1)))
    }

    @Test mutating func `A metered connection sends what is allowed`() {
        for (rule, live, backlog) in [
            (PublishSink.Metered.send, true, true), (.live, true, false), (.wait, false, false),
        ] {
            sink.metered = rule
            var pace = SinkPace(sink)
            #expect((decide(&pace, 500, at: 500, isMetered: true) == .send(isBacklog: false)) == live)
            #expect((decide(&pace, 0, at: 500, isMetered: true) == .send(isBacklog: true)) == backlog)
            #expect(decide(&pace, 0, at: 500) == .send(isBacklog: true))
        }
    }

    /// Its time is that of its quarter of an hour.
    @Test mutating func `What is less exact is as old as its source`() throws {
        sink.accuracy = .reduced
        var filter = SinkFilter(sink, hiding: PrivacyZones())
        let record = try #require(filter.pass(.location(place(420)), at: instant(421).wall).first)
        #expect(record.timestamp == place(0).timestamp)
        var pace = SinkPace(sink)
        let decision = pace.decide(next: record, latest: record, isMetered: false, at: instant(421))
        #expect(decision == .send(isBacklog: false))
    }

    @Test func `A clock that is behind makes nothing live`() {
        var pace = SinkPace(sink)
        #expect(decide(&pace, 61, at: 0) == .send(isBacklog: true))
        #expect(decide(&pace, 59, at: 0) == .send(isBacklog: false))
    }

    @Test mutating func `A backlog keeps its rate`() {
        sink.rate = 50
        var pace = SinkPace(sink)
        var now = 0.0
        var sent = 0
        while now < 10 {
            switch decide(&pace, 0, at: 1000 + now) {
            case .send(let isBacklog):
                pace.delivered([record(0)], bytes: 1, isBacklog: isBacklog, at: instant(1000 + now))
                sent += 1
            case .wait(let until, _): now = max(now + 1e-6, until.seconds - 2000)
            }
        }
        #expect((499...510).contains(sent))
    }

    @Test(arguments: [
        ("u 1", true), ("u 3", true), ("u 2", false), ("u 4", false), ("u 0", false), ("", false), ("s \"1\"", false),
    ])
    func `NetworkManager's word`(text: String, expected: Bool) {
        #expect(MeteredConnection.isMetered(text) == expected)
    }
}
