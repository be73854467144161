import CommandText
import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdTestSupport
import NMEA
import Receivers
import Simulator
import SystemSupport
import Testing

@testable import LocdDaemon

/// Clocks that are wrong, jump or stand still, under a daemon that runs: the receiver's, the machine's, and none at
/// all.
@Suite(.timeLimit(.minutes(15))) struct ClockFaultTests {
    private static let settings = DaemonHarness.everyFix
    /// Who is where he was hours ago has stayed there, as far as visits can tell.
    private static let withoutVisits =
        "recorder: {distanceFilter: none, holdsPositionWhenStationary: false, visits: false}\n"
    /// 1024 weeks, in seconds.
    private static let rollover = 1024.0 * 7 * 86_400

    /// A drive of `count` seconds that began at second 0, from its second `start` on, by a clock that is `error`
    /// seconds off.
    private func drive(from start: Int, count: Int, error: Double = 0) -> [ReceiverEvent] {
        (start..<start + count).map { second in
            .fix(.sample(Double(second) + error, north: 20 * Double(second), speed: 20))
        }
    }

    @Test func `A receiver's clock that was stepped back is followed once it is sure, and the track says so`()
        async throws
    {
        try await DaemonHarness.recording(settings: Self.settings) { harness in
            harness.receiver.say(drive(from: 0, count: 5))
            harness.receiver.say(drive(from: 5, count: 5, error: -7200))
            let status = try await harness.status { $0.fixes.accepted == 8 && $0.recorder.lines == 9 }
            // Two are needed to believe the third.
            #expect(status.fixes.rejected == ["timeBackwards": 2])
            #expect(status.receiver.state == .fix3D)
            let lines = try await harness.track.filter { !$0.hasPrefix(#"{"type":"header""#) }
            #expect(lines.map { $0.contains(#""type":"timeReset""#) } == (0..<9).map { $0 == 5 })
            #expect(try await harness.track("gap").isEmpty)
        }
    }

    @Test func `A receiver's clock that was stepped forwards leaves a hole in the track, and no fix is refused`()
        async throws
    {
        try await DaemonHarness.recording(settings: Self.withoutVisits) { harness in
            harness.receiver.say(drive(from: 0, count: 5))
            harness.receiver.say(drive(from: 5, count: 5, error: 7200))
            let status = try await harness.status { $0.recorder.lines == 11 }
            #expect(status.fixes.accepted == 10)
            #expect(try await harness.track("gap").map { $0.contains(#""cause":"silent""#) } == [true])
        }
    }

    @Test func `A week that rolls over behind gpsd while the clock runs changes nothing`() async throws {
        // Who is where he was nineteen years ago has stayed there, as far as a pause can tell.
        let settings = """
            recorder: {distanceFilter: none, holdsPositionWhenStationary: false, visits: false,
              pausesLocationUpdatesAutomatically: false}

            """
        try await DaemonHarness.recording(settings: settings) { harness in
            harness.receiver.say(drive(from: 0, count: 5))
            harness.receiver.say(drive(from: 5, count: 5, error: -Self.rollover))
            try await harness.status { $0.recorder.lines == 10 }
            // And somebody mends it.
            harness.receiver.say(drive(from: 10, count: 5))
            let status = try await harness.status { $0.recorder.lines == 15 }
            #expect(status.fixes.accepted == 15 && status.fixes.rejected.isEmpty)
            #expect(try await harness.track("timeReset").isEmpty)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(harness.directory)/tracks")
            #expect(names.filter { $0.hasPrefix("20") } == ["2026-11-21.jsonl"])
            #expect(try await harness.track("location").count == 15)
        }
    }

    @Test func `Fixes unread when the machine slept are recorded, and the sleep is a hole`() async throws {
        try await DaemonHarness.recording(settings: Self.settings) { harness in
            harness.receiver.say(drive(from: 0, count: 5))
            try await harness.status { $0.recorder.lines == 5 }
            // Stopped, or asleep: nothing ran for an hour, and what had been sent until the pipe was full comes
            // first.
            harness.clock.advance(by: .seconds(3600))
            harness.receiver.say(drive(from: 5, count: 3))
            harness.receiver.say(drive(from: 3605, count: 3))
            let status = try await harness.status { $0.recorder.lines == 12 }
            #expect(status.fixes.rejected.isEmpty)
            #expect(status.recorder.held.isEmpty)
            #expect(status.recorder.lost == 0)
            #expect(ExitStatus(status) == .success)
            let gaps = try await harness.track("gap")
            #expect(gaps.count == 1)
            #expect(gaps.first?.contains(#""from":"2026-11-21T06:00:07.000Z""#) == true)
        }
    }

    // MARK: - A serial port, where the day is locd's own affair

    /// Nothing but a day and a time of day, as a receiver says where it is.
    private func sentences(_ second: Int, date: String?) -> String {
        let time = "0600" + (second < 10 ? "0" : "") + "\(second)"
        let place = "4730.0\(100 + second)0,N,00830.0000,E"
        let rmc = date.map { sentence("GPRMC,\(time),A,\(place),38.9,0.0,\($0),,,A") } ?? ""
        return rmc + sentence("GPGGA,\(time),\(place),1,09,0.9,450.0,M,47.0,M,,")
    }

    private func sentence(_ body: String) -> String {
        let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
    }

    /// The other end of a serial port.
    private final class Port {
        private let terminal: PseudoTerminal

        init() throws { terminal = try PseudoTerminal() }

        var path: String { terminal.path }

        /// Sends; waits for the reader where there is no more room.
        func write(_ text: String) async throws {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                rest = rest.dropFirst(try terminal.write(rest))
                try Task.checkCancellation()
                if !rest.isEmpty { await Readiness.writable(terminal.descriptor) }
            }
        }
    }

    /// A daemon on a machine whose own clock is not to be trusted, reading a serial port.
    private func onASerialPort(_ body: (DaemonHarness, Port) async throws -> Void) async throws {
        let port = try Port()
        let serial = SerialReceiver(
            source: SerialSource(device: port.path, baud: 38_400),
            rolloverReference: Timestamp.sample(0).milliseconds, clock: .system(),
            on: try ExecutorThread(named: "receiver"), presumedMoment: { nil })
        try await DaemonHarness.run(settings: Self.settings, source: serial) { harness in
            // What is said before the port was made ready is lost.
            var second = 0
            while try await harness.client.status().receiver.state != .noFix {
                second = (second + 1) % 60
                try await port.write(sentence("GPGGA,0559\(second < 10 ? "0" : "")\(second),,,,,0,,,,,,,"))
            }
            try await body(harness, port)
        }
    }

    @Test func `A week that rolls over on a serial port changes nothing`() async throws {
        try await onASerialPort { harness, port in
            for second in 0..<5 { try await port.write(sentences(second, date: "211126")) }
            for second in 5..<10 { try await port.write(sentences(second, date: "070407")) }
            let status = try await harness.status {
                $0.location?.location.timestamp.description.hasPrefix("2026-11-21T06:00:09") == true
            }
            #expect(status.fixes.rejected["timeBackwards"] == nil)
            #expect(try await harness.track("timeReset").isEmpty)
            #expect(try await harness.track("gap").isEmpty)
            #expect(try await harness.track("location").allSatisfy { $0.contains("2026-11-21T06:00:0") })
        }
    }

    @Test func `A box without a clock records nothing until the receiver knows the day, and then no other day`()
        async throws
    {
        try await onASerialPort { harness, port in
            for second in 0..<5 { try await port.write(sentences(second, date: nil)) }
            let waiting = try await harness.status { $0.receiver.state == .timeNotTrusted }
            #expect(ExitStatus(waiting) == .noFix)
            #expect(waiting.receiver.remedy != nil)
            #expect(waiting.recorder.lines == 0)
            for second in 5..<10 { try await port.write(sentences(second, date: "211126")) }
            let status = try await harness.status {
                $0.location?.location.timestamp.description.hasPrefix("2026-11-21T06:00:09") == true
            }
            #expect(status.fixes.rejected["noTime"] ?? 0 > 0)
            #expect(status.fixes.accepted > 0)
            #expect(ExitStatus(status) == .success)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(harness.directory)/tracks")
            #expect(names.filter { $0.hasSuffix(".jsonl") }.sorted() == ["2026-11-21.jsonl", "current.jsonl"])
        }
    }
}
