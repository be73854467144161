import Foundation
import LocationModel
import LocdTestSupport
import Testing
import TrackTestSupport
import Tracks

@testable import TrackTools

@Suite("Pieces of a track")
struct TrackPieceTests {
    private let directory = TemporaryDirectory()

    private func path(_ index: Int) -> String { "\(directory.path)/\(index).jsonl" }

    /// A minute northwards at 10 m/s, one location a second.
    private func drive(from time: String, latitude: Double = 47.5) -> [TrackRecord] {
        (0..<60).map { second in
            .event(
                .location(
                    Location(
                        timestamp: moment(time).advanced(bySeconds: Double(second)),
                        coordinate: Coordinate(latitude: latitude, longitude: 8.5)
                            .moved(by: Double(second) * 10, bearing: 0))))
        }
    }

    private func header(_ receiver: String, run: String?) -> TrackRecord {
        .header(TrackHeader(version: "1", receiver: receiver, run: run))
    }

    private func steps(_ files: [[TrackRecord]], in interval: TrackInterval = .all) throws -> [TrackStep] {
        for (index, file) in files.enumerated() {
            try file.map(line).joined().write(toFile: path(index), atomically: true, encoding: .utf8)
        }
        var records = TrackRecords(files: files.indices.map(path), in: interval)
        var stepper = TrackStepper(in: interval)
        var steps: [TrackStep] = []
        while let record = try records.next() { stepper.steps(of: record, in: records.piece) { steps.append($0) } }
        return steps
    }

    private func statistics(_ steps: [TrackStep]) -> TrackStatistics {
        var statistics = TrackStatistics(holdsPosition: false)
        for step in steps { statistics.add(step) }
        statistics.finish()
        return statistics
    }

    private static let unrelated: [(first: String?, second: String?)] = [("a", "b"), (nil, nil), ("a", nil)]

    @Test(arguments: unrelated)
    func `Two files that no run joins are two pieces, whatever their times`(first: String?, second: String?) throws {
        for (time, latitude) in [
            ("2026-11-21T06:01:00Z", 48.5), ("2026-11-21T06:00:30Z", 47.5), ("2026-11-24T06:00:00Z", 50),
        ] {
            let result = statistics(
                try steps([
                    [header("gpsd://localhost", run: first)] + drive(from: "2026-11-21T06:00:00Z"),
                    [header("gpsd://localhost", run: second)] + drive(from: time, latitude: latitude),
                ]))
            #expect(abs(result.distance - 1180) < 0.1)
            #expect(result.distanceAcrossBreaks == 0)
            #expect(abs(result.movingTime - 118) < 0.001)
            #expect(result.timeResets == 0)
            #expect((result.maximumSpeed ?? 0) < 10.1)
        }
    }

    @Test func `An import beside a track is a piece`() throws {
        let files = [
            [header("gpsd://localhost", run: "a")] + drive(from: "2026-11-21T06:00:00Z"),
            [header("file:tour.gpx", run: "b")] + drive(from: "2026-11-21T06:01:00Z", latitude: 48.5),
            // A file that says nothing of itself.
            drive(from: "2026-11-21T06:02:00Z", latitude: 49.5),
        ]
        #expect(
            try steps(files).count { if case .broken(.newPiece(isSameReceiver: false)) = $0 { true } else { false } }
                == 2)
        var finder = TripFinder(holdsPosition: false)
        var trips: [TrackTrip] = []
        for step in try steps(files) { if let trip = finder.add(step) { trips.append(trip) } }
        if let trip = finder.finish() { trips.append(trip) }
        #expect(trips.count == 3)
    }

    @Test func `What a recorder wrote is known`() throws {
        let files = [
            [header("gpsd://localhost", run: "a")] + drive(from: "2026-11-21T06:00:00Z"),
            [header("file:tour.gpx", run: "b")] + drive(from: "2026-11-21T06:01:00Z", latitude: 48.5),
            [.header(TrackHeader(version: "1", receiver: "gpsd://localhost", holdsPositionWhenStationary: false))]
                + drive(from: "2026-11-21T06:02:00Z"),
        ]
        let pieces = try steps(files).compactMap { if case .piece(let isRecorded) = $0 { isRecorded } else { nil } }
        #expect(pieces == [true, false, false])
    }

    @Test func `The last location is the latest of two pieces at the same time`() throws {
        // The import ends earlier than the track beside it.
        _ = try steps([
            [header("gpsd://localhost", run: "a")] + drive(from: "2026-11-21T06:01:00Z"),
            [header("file:tour.gpx", run: "b")] + drive(from: "2026-11-21T06:00:30Z", latitude: 48.5),
        ])
        let interval = TrackInterval(from: moment("2026-11-21T06:10:00Z"))
        let found = try #require(interval.lastLocation { _ in [path(0), path(1)] })
        #expect(found.timestamp == moment("2026-11-21T06:01:59Z"))
        #expect(found.coordinate.latitude < 48)
    }

    @Test func `The next file of a run goes on`() throws {
        let header = header("gpsd://localhost", run: "a")
        let second = drive(
            from: "2026-11-21T06:01:00Z",
            latitude: Coordinate(latitude: 47.5, longitude: 8.5).moved(by: 600, bearing: 0).latitude)
        let result = statistics(try steps([[header] + drive(from: "2026-11-21T06:00:00Z"), [header] + second]))
        #expect(abs(result.distance - 1190) < 0.1)
        let part = TrackInterval(from: moment("2026-11-21T06:00:30Z"), to: moment("2026-11-21T06:01:30Z"))
        let partial = statistics(
            try steps([[header] + drive(from: "2026-11-21T06:00:00Z"), [header] + second], in: part))
        #expect(abs(partial.distance - 590) < 0.1)
    }

    @Test func `A new run in a file begins a piece and goes on with the trip`() throws {
        let way = Coordinate(latitude: 47.5, longitude: 8.5).moved(by: 700, bearing: 0)
        let file =
            [header("gpsd://localhost", run: "a")] + drive(from: "2026-11-21T06:00:00Z")
            + [header("gpsd://localhost", run: "b")] + drive(from: "2026-11-21T06:01:10Z", latitude: way.latitude)
        let result = statistics(try steps([file]))
        #expect(abs(result.distance - 1180) < 0.1)
        var finder = TripFinder(holdsPosition: false)
        for step in try steps([file]) { #expect(finder.add(step) == nil) }
        let trip = finder.finish()
        #expect(try abs(#require(trip).statistics.distance - 1180) < 0.1)
    }

    @Test func `The gap of a restart leads from one run to the next`() throws {
        let gap = Gap(from: moment("2026-11-21T06:00:59Z"), to: moment("2026-11-21T06:01:10Z"), cause: .restart)
        let way = Coordinate(latitude: 47.5, longitude: 8.5).moved(by: 700, bearing: 0)
        let result = statistics(
            try steps([
                [header("gpsd://localhost", run: "a")] + drive(from: "2026-11-21T06:00:00Z")
                    + [header("gpsd://localhost", run: "b"), .event(.gap(gap))]
                    + drive(from: "2026-11-21T06:01:10Z", latitude: way.latitude)
            ]))
        #expect(abs(result.distanceAcrossBreaks - 110) < 0.1)
    }

    @Test func `A gap across the end is found behind a change of trust`() throws {
        let gap = Gap(from: moment("2026-11-21T06:00:59Z"), to: moment("2026-11-21T08:00:00Z"), cause: .noFix)
        let change = IntegrityChange(
            timestamp: gap.to, state: .doubtful, reasons: [.jamming], since: gap.to)
        _ = try steps([
            [header("x", run: "a")] + drive(from: "2026-11-21T06:00:00Z")
                + [.event(.integrity(change)), .event(.gap(gap))] + drive(from: "2026-11-21T08:00:00Z")
        ])
        #expect(try TrackRecords.gap(across: moment("2026-11-21T07:30:00Z"), files: [path(0)]) == gap)
        let before = TrackInterval(from: moment("2026-11-21T07:30:00Z"))
        #expect(before.lastLocation { _ in [path(0)] }?.timestamp == moment("2026-11-21T06:00:59Z"))
        #expect(TrackInterval(from: moment("2026-11-21T06:00:00Z")).lastLocation { _ in [path(0)] } == nil)
        #expect(TrackInterval.all.lastLocation { _ in [path(0)] } == nil)
    }

    @Test func `Of a gap only what lies in the range counts`() throws {
        let gap = Gap(from: moment("2026-11-21T06:00:59Z"), to: moment("2026-11-21T08:00:00Z"), cause: .noFix)
        let file =
            [header("x", run: "a")] + drive(from: "2026-11-21T06:00:00Z") + [.event(.gap(gap))]
            + drive(from: "2026-11-21T08:00:00Z")
        let late = TrackInterval(from: moment("2026-11-21T07:00:00Z"))
        #expect(statistics(try steps([file], in: late)).gapTime == [.noFix: 3600])
        let early = moment("2026-11-21T07:30:00Z")
        let found = try TrackRecords.gap(across: early, files: [path(0)])
        let across = try #require(found)
        #expect(across.clipped(to: TrackInterval(to: early))?.to == early)
        #expect(try TrackRecords.gap(across: moment("2026-11-21T06:00:10Z"), files: [path(0)]) == nil)
        #expect(gap.clipped(to: TrackInterval(from: moment("2026-11-21T09:00:00Z"))) == nil)
    }

    @Test func `A run is named after the service manager's`() {
        let name = "0123456789abcdef0123456789abcdef"
        #expect(TrackHeader.run(environment: ["INVOCATION_ID": name]) == name)
        for other in ["", "short", String(repeating: "g", count: 32)] {
            let run = TrackHeader.run(environment: ["INVOCATION_ID": other])
            #expect(run != other)
            #expect(run.utf8.count == 32)
        }
        #expect(TrackHeader.newRun() != TrackHeader.newRun())
    }
}
