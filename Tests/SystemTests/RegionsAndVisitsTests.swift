import Foundation
import Subprocess
import Testing

extension ProgramSystemTests {
    /// Places in the track of the built binary, with a real gpsd, over the end that nobody can prepare for.
    @Suite("Regions and visits", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
    struct RegionsAndVisits {
        /// From 1 km south into the place, thirteen minutes there, and 3 km on to the north: GPX, of which the times
        /// are the speed.
        static let route: String = {
            var points = (0...100).map { (second: $0, north: Double($0 - 100) * 10) }
            points += stride(from: 110, through: 900, by: 10).map { (second: $0, north: 0) }
            points += (901...1200).map { (second: $0, north: Double($0 - 900) * 10) }
            let start = Date(timeIntervalSince1970: 1_790_000_000)
            let waypoints = points.map { point in
                let time = start.addingTimeInterval(Double(point.second)).formatted(.iso8601)
                return #"<trkpt lat="\#(47.5 + point.north / 111_200)" lon="8.7"><time>\#(time)</time></trkpt>"#
            }
            return """
                <?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
                <trk><trkseg>\(waypoints.joined(separator: "\n"))</trkseg></trk></gpx>
                """
        }()

        private static let regions = #"""
            {"type": "Feature", "id": "yard", "properties": {"radius": 200},
             "geometry": {"type": "Point", "coordinates": [8.7, 47.5]}}
            """#

        @Test
        func `An entry, an arrival, a departure and an exit, each once, though locd is killed inside`() async throws {
            try await Stage.run { stage in
                // A minute of the receiver in a second: it is there for thirteen.
                let port = try await stage.waitingRoute()
                let locd = stage.configuration(port: port, "receiver.staleAfter: 60")
                try locd.write(Self.regions, to: "regions.geojson")
                let first = try await stage.daemon(locd)
                _ = try await stage.gpsd(port: port, opensAtOnce: false)

                try await stage.until("an entry and an arrival") {
                    let track = try locd.track()
                    return !track.of("region").isEmpty && !track.of("visit").isEmpty
                }
                try await stage.until("the state is on the disk") {
                    FileManager.default.fileExists(atPath: "\(locd.directory)/state/recorder.json")
                }
                first.send(.kill)
                try await stage.until("locd is gone") { first.status != nil }

                _ = try await stage.daemon(locd)
                try await stage.until("an exit and a departure") {
                    let track = try locd.track()
                    return track.of("region").count > 1 && track.of("visit").count > 1
                }
                let track = try locd.track()
                #expect(track.of("region").map(\.state) == ["inside", "outside"])
                #expect(track.of("region").allSatisfy { $0.identifier == "yard" && $0.cause == "crossed" })
                let visits = track.of("visit")
                #expect(visits.count == 2 && visits.map { $0.departureDate != nil } == [false, true])
                #expect(visits.first?.since != nil && visits.first?.since == visits.last?.since)
            }
        }

        @Test
        func `A file that is wrong: config check, run and replay say where and why, and end with 78`() async throws {
            try await Stage.run { stage in
                let locd = stage.configuration(port: 1)
                try locd.write()
                try locd.write(Self.regions.replacingOccurrences(of: "200", with: "-200"), to: "regions.geojson")
                for verb in [["config", "check"], ["run"], ["replay", "/dev/null"]] {
                    let answer = try await Program.run(Program.locd, verb + ["--config", locd.file])
                    #expect(answer.code == 78, "\(verb): \(answer.all)")
                    #expect(answer.words.contains("regions.geojson:1:"), "\(answer.words)")
                    #expect(answer.words.contains("properties.radius: the radius is out of range"), "\(answer.words)")
                }
                let wrong = try stage.file("wrong.yaml", "receiver:\n  sorce: gpsd://localhost\nlog:\n  level: loud\n")
                for verb in [["config", "check"], ["run"]] {
                    let answer = try await Program.run(Program.locd, verb + ["--config", wrong])
                    #expect(answer.code == 78, "\(verb): \(answer.all)")
                    for word in ["wrong.yaml:2:", "receiver.sorce", "receiver.source", "wrong.yaml:4:", "log.level"] {
                        #expect(answer.words.contains(word), "\(answer.words)")
                    }
                }
            }
        }
    }
}

extension Stage {
    /// A receiver on ``RegionsAndVisits/route``, which begins when the gpsd of this port is started.
    func waitingRoute() async throws -> UInt16 {
        let route = try file("route.gpx", ProgramSystemTests.RegionsAndVisits.route)
        _ = try await receiver(route, "--speed", "60", "--time-to-first-fix", "0", "--wait", "--hold", "60")
        return try freePort()
    }
}
