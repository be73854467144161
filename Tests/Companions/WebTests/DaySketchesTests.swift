import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Phrasing
import Testing
import TrackTools

@testable import Web

@Suite struct DaySketchesTests {
    /// Three weeks of days, each with a minute of driving.
    private static let range = DayRange("2026-11-01..2026-11-21")

    private static func tracks() throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        for day in 1...21 {
            let date = "2026-11-\(day < 10 ? "0" : "")\(day)"
            let start = try #require(Timestamp("\(date)T08:00:00Z"))
            var lines = [#"{"type":"header","schema":1,"version":"0.1.0","receiver":"test"}"#]
            for second in 0..<60 {
                lines.append(
                    #"{"type":"location","timestamp":"\#(start.advanced(bySeconds: Double(second)))","latitude":47.0,"longitude":\#(8 + Double(second * day) * 1e-5),"speed":\#(day)}"#
                )
            }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(
                to: URL(filePath: "\(directory.path)/\(date).jsonl"))
        }
        return directory
    }

    private static func sketches(
        of directory: TemporaryDirectory, clock: MonotonicClock, awaited: AwaitedReadings = AwaitedReadings(),
        calendar: LocalCalendar = .utc
    ) -> DaySketches {
        DaySketches(
            TrackSource(directory: directory.path, regions: directory.path + "/none"), calendar: calendar, clock: clock,
            awaited: awaited)
    }

    /// A box that crossed a border.
    @Test func `In another time zone days are read again`() async throws {
        let directory = try Self.tracks()
        let range = try #require(Self.range)
        let offset = Locked(0)
        let sketches = Self.sketches(
            of: directory, clock: ManualClock().clock, calendar: LocalCalendar { _ in offset.withLock(\.self) })
        let before = try await sketches.sketches(of: range)
        // There it is 23:00 of the day before.
        offset.withLock { $0 = -9 * 3600 }
        let after = try await sketches.sketches(of: range)
        #expect(after.days.map(\.day.day) == Array(1...20))
        #expect(after.days.map(\.sketch.distance) == before.days.dropFirst().map(\.sketch.distance))
    }

    @Test func `A request answers in time and the next ones go on`() async throws {
        let directory = try Self.tracks()
        let range = try #require(Self.range)
        let patient = Self.sketches(of: directory, clock: ManualClock().clock)
        let all = try await patient.sketches(of: range)
        #expect(all.isComplete)
        #expect(all.days.map(\.day.day) == Array(1...21))

        // Whenever it is asked for the time, more has passed than anybody waits for.
        let now = Locked(Duration.zero)
        let hurried = MonotonicClock(
            now: {
                now.withLock { now in
                    now += DaySketches.patience
                    return now
                }
            }, sleep: { _ in })
        let sketches = Self.sketches(of: directory, clock: hurried)
        var found = try await sketches.sketches(of: range)
        #expect(!found.isComplete)
        #expect(found.days.map(\.day.day) == [1, 17], "one day for each thread, from all of the range")
        var requests = 1
        while !found.isComplete, requests < 30 {
            found = try await sketches.sketches(of: range)
            requests += 1
        }
        #expect((10...21).contains(requests))
        #expect(found.days.map(\.day) == all.days.map(\.day))
        #expect(found.days.map(\.sketch) == all.days.map(\.sketch))
        #expect(Set(all.days.map(\.sketch.distance)).count == 21)
    }

    @Test func `What is read beforehand stands back while somebody waits`() async throws {
        let directory = try Self.tracks()
        let clock = ManualClock()
        let awaited = AwaitedReadings()
        let sketches = Self.sketches(of: directory, clock: clock.clock, awaited: awaited)
        let finished = Watched(0)
        let run = Task { await sketches.run { finished.change { $0 += 1 } } }
        awaited.begin()
        sketches.prepareYear(upTo: try #require(Timestamp("2026-11-21T12:00:00Z")))
        await clock.sleeper(until: DaySketches.quiet)
        clock.advance(by: DaySketches.quiet)
        // It looks again later, and has read nothing.
        await clock.sleeper(until: DaySketches.quiet * 2)
        #expect(sketches.knownCount == 0)
        awaited.end()
        clock.advance(by: DaySketches.quiet)
        await finished.wait { $0 == 1 }
        #expect(sketches.knownCount == 367)
        run.cancel()
        await run.value
    }
}
