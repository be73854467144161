import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Phrasing
import Testing
import TrackTools

@testable import Web

/// A judge that tries to find the hidden place in all that viewers can collect, over many simulated drives. It prints
/// figures.
@Suite(.timeLimit(.minutes(15))) struct ReconstructionTests {
    private static let days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]
    /// All ranges of these days.
    private static let ranges = days.indices.flatMap { first in
        days[first...].map { $0 == days[first] ? $0 : "\(days[first])..\($0)" }
    }

    /// A location of the recorder.
    private struct Record {
        var time: Double
        var place: Coordinate
    }

    /// Writes records, with seconds since the first day, as a track of one file a day.
    private static func write(_ records: [Record], to directory: String) throws -> Timestamp {
        let start = try #require(Timestamp("\(days[0])T00:00:00Z"))
        for (number, day) in days.enumerated() {
            var text = #"{"type":"header","schema":1,"version":"0.1.0","receiver":"test"}"# + "\n"
            for record in records where Int(rounding: record.time / 86_400, .down) == number {
                let time = start.advanced(bySeconds: record.time)
                text += #"{"type":"location","timestamp":"\#(time)","latitude":\#(record.place.latitude),"#
                text += #""longitude":\#(record.place.longitude),"horizontalAccuracy":3.0,"speed":9.0}"# + "\n"
            }
            try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(day).jsonl"))
        }
        return start
    }

    /// Every evening a drive to a place, every morning one away from it; at rest a record every ten minutes that
    /// drifts.
    private static func commutes(to home: Coordinate, _ generator: inout SeededGenerator) -> [Record] {
        var records: [Record] = []
        for day in 0..<days.count {
            let (leave, back) = (
                Double.random(in: 25_000...29_000, using: &generator),
                Double.random(in: 61_000...65_000, using: &generator)
            )
            let bearing = Double.random(in: 0..<360, using: &generator)
            let speed = Double.random(in: 8...25, using: &generator)
            var time = 0.0
            while time < 86_400 {
                // 1,500 s away, there until the evening, and back in as long.
                let away = min(max(time - leave, 0), max(back + 1500 - time, 0), 1500) * speed
                let drift = (0..<2).map { _ in Double.random(in: -15...15, using: &generator) }
                let place = home.moved(by: away, bearing: bearing).moved(north: drift[0], east: drift[1])
                records.append(Record(time: Double(day) * 86_400 + time, place: place))
                let isMoving = away > 0 && away < 1500 * speed || abs(time - leave) < 600
                time += isMoving ? 20 : 600
            }
        }
        return records
    }

    /// What a viewer with reduced accuracy collects of a track: for each moment, the cells of all ranges.
    private func cells(_ records: [Record]) throws -> [Int64: Set<Coordinate>] {
        let directory = TemporaryDirectory()
        _ = try Self.write(records, to: directory.path)
        let source = TrackSource(directory: directory.path, regions: directory.path + "/none")
        var cells: [Int64: Set<Coordinate>] = [:]
        for range in Self.ranges {
            let interval = try #require(DayRange(range)).interval(in: .utc)
            for place in try source.reducedPlaces(interval) {
                cells[place.timestamp.milliseconds, default: []].insert(place.coordinate)
            }
        }
        // The daemon's own, from three starts at any moment.
        for start in [0, records.count / 3, records.count / 2] {
            var live = ReducedAccuracy()
            for record in records[start...] {
                let time =
                    Timestamp(milliseconds: Self.first.milliseconds + Int64(rounding: record.time * 1000)) ?? .earliest
                let arrival = Duration.milliseconds(Int64(rounding: record.time * 1000))
                let location = Location(timestamp: time, coordinate: record.place)
                // The quarter of an hour of a start may have begun before it.
                guard let place = live.receive(location, at: arrival),
                    start == 0 || (record.time / 900).rounded(.down) != (records[start].time / 900).rounded(.down)
                else { continue }
                cells[place.timestamp.milliseconds, default: []].insert(place.coordinate)
            }
        }
        return cells
    }

    private static let first = Timestamp("2026-11-18T00:00:00Z") ?? .earliest

    @Test func `With reduced accuracy all ranges show one cell of a place, however many are asked`() throws {
        var generator = SeededGenerator(seed: 3511)
        var (contradictions, narrowed, uneven) = (0, 0, 0)
        let homes = Rounds.of(20)
        for _ in 0..<homes {
            let home = Coordinate(
                latitude: Double.random(in: -60...60, using: &generator),
                longitude: Double.random(in: -179...179, using: &generator))
            let cells = try cells(Self.commutes(to: home, &generator))
            if cells.values.contains(where: { $0.count > 1 }) { contradictions += 1 }
            uneven += cells.keys.count { $0 % 900_000 != 0 }
            // Every night it stands there.
            let nights = cells.filter {
                (70_000_000..<86_400_000).contains(($0.key - Self.first.milliseconds) % 86_400_000)
            }
            let shown = nights.values.reduce(into: Set<Coordinate>()) { $0.formUnion($1) }
            if shown.count > 1 { narrowed += 1 }
            #expect(shown.allSatisfy { $0.distance(to: home) < 5200 })
        }
        print(
            "reduced accuracy, \(homes) homes, \(Self.ranges.count) ranges and 3 starts: homes with two cells at one moment \(contradictions), "
                + "moments that are not a quarter of an hour \(uneven), homes seen from two cells \(narrowed)")
        #expect(uneven == 0)
        // Only a place within the noise of an edge can show two cells: 30 m of 6,000 in each direction.
        #expect(contradictions <= homes / 20)
        #expect(narrowed <= homes / 20)
    }

    /// A way into a region and out again at the same places and times, with another place, other speeds and other stops
    /// within.
    private static func visits(at place: Coordinate, way: [(Double, Double)]) -> [Record] {
        var records: [Record] = []
        for second in stride(from: 0, to: 300, by: 5) {
            records.append(
                Record(time: 64_000 + Double(second), place: gate.moved(by: Double(300 - second) * 9, bearing: 90)))
        }
        for (time, share) in [(64_301, 0)] + way + [(114_998, 0)] {
            let (latitude, longitude) = (place.latitude - inner.latitude, place.longitude - inner.longitude)
            let there = Coordinate(
                latitude: inner.latitude + latitude * share, longitude: inner.longitude + longitude * share)
            records.append(Record(time: time, place: there))
        }
        for second in stride(from: 0, to: 300, by: 5) {
            records.append(
                Record(time: 115_000 + Double(second), place: gate.moved(by: Double(second) * 9, bearing: 90)))
        }
        return records
    }

    private static let center = Coordinate(latitude: 47.5, longitude: 8.5)
    /// Just outside of the zone, and just inside.
    private static let (gate, inner) = (center.moved(by: 520, bearing: 90), center.moved(by: 100, bearing: 90))

    @Test(arguments: ["true", "\"blur\""])
    func `What a full viewer collects is the same for every place in a private region`(_ privacy: String) async throws {
        var generator = SeededGenerator(seed: 3512)
        let requests =
            Self.ranges.flatMap {
                ["/api/tracks/\($0)", "/api/export/\($0).gpx", "/api/export/\($0).geojson", "/api/export/\($0).kml"]
            } + [
                "/api/calendar/2026-11-01..2026-11-30", "/api/overview/2026-11-01..2026-11-30?zoom=14",
                "/api/why?time=2026-11-18T17:52:00Z", "/api/why?time=2026-11-19T00:00:00Z",
                "/api/why?time=2026-11-19T07:56:30Z", "/api/why?time=2026-11-20T07:50:00Z", "/api/session",
            ]
        var first: [String: String] = [:]
        var different: [String: Int] = [:]
        let drives = Rounds.of(12)
        for drive in 0..<drives {
            let place = Self.center.moved(
                by: Double.random(in: 0...100, using: &generator),
                bearing: Double.random(in: 0..<360, using: &generator))
            // In at another speed, a night there with some records, out again after another time.
            let steps = Int.random(in: 3...40, using: &generator)
            let (arrival, start) = (
                Double.random(in: 64_330...64_500, using: &generator),
                Double.random(in: 100_000...114_900, using: &generator)
            )
            var way: [(Double, Double)] = (1...steps).map {
                (64_302 + (arrival - 64_302) * Double($0) / Double(steps), Double($0) / Double(steps))
            }
            way += (0..<Int.random(in: 0...9, using: &generator)).map { (70_000 + Double($0) * 1000, 1) }
            way += (1...steps).map {
                (start + (114_997 - start) * Double($0) / Double(steps), 1 - Double($0) / Double(steps))
            }
            let bench = try WebBench()
            _ = try Self.write(Self.visits(at: place, way: way), to: bench.directory.path)
            let region =
                #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"home","properties":{"radius":150,"private":\#(privacy)},"#
                + #""geometry":{"type":"Point","coordinates":[\#(Self.center.longitude),\#(Self.center.latitude)]}}]}"#
            try Data(region.utf8).write(to: URL(filePath: bench.directory.path + "/regions.geojson"))
            for request in requests {
                let reply = await bench.reply(request, as: WebBench.exact)
                #expect(reply.status == 200 || request.contains("export"), "\(request): \(reply.text.prefix(200))")
                if drive == 0 { first[request] = reply.text }
                if first[request] != reply.text {
                    different[request, default: 0] += 1
                    if different[request] == 1 {
                        Issue.record("\(request) differs:\n\(first[request] ?? "")\n\(reply.text)")
                    }
                }
            }
        }
        print(
            "private region (\(privacy)), \(drives) drives, \(requests.count) requests: answers that depend on what was "
                + "within \(different.values.reduce(0, +)), of \(different.count) requests")
        #expect(different.isEmpty)
    }
}
