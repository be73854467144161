import Foundation
import LocdTestSupport
import Testing

extension SystemTests {
    /// `locd replay` as a person runs it.
    @Suite("Replay")
    struct Replay {
        private static let recordings = Checkout.data("nmea")

        private static func isThere(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: "\(recordings)/\(name)")
        }

        private func replay(_ arguments: String...) async throws -> Program.Answer {
            // Whatever is configured on this machine is not meant.
            try await Program.run(Program.locd, ["replay", "--config", "/dev/null"] + arguments)
        }

        private func records(_ answer: Program.Answer) throws -> [[String: Any]] {
            try answer.output.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        @Test(.enabled(if: isThere("signalk-gps.log"), "the recordings are not there"))
        func `An antenna that stands still is a pause and less than 15 m`() async throws {
            let answer = try await replay("\(Self.recordings)/signalk-gps.log")
            #expect(answer.code == 0, "\(answer.words)")
            let types = try records(answer).compactMap { $0["type"] as? String }
            #expect(types.count { $0 == "pause" } == 1 && !types.contains("resume"))
            #expect(types.count { $0 == "visit" } == 1, "it is there from the beginning to the end")
            let metres = try #require(answer.words.firstMatch(of: /([0-9.]+) m;/)).1
            #expect(try #require(Double(metres)) < 15)
        }

        @Test(.enabled(if: isThere("signalk-gps.log"), "the recordings are not there"))
        func `An antenna that stands still enters and leaves no circle of 50 m around it; --diff tells what is lost`()
            async throws
        {
            try await Stage.run { stage in
                let circle = #"""
                    {"type": "Feature", "id": "here", "properties": {"radius": 50},
                     "geometry": {"type": "Point", "coordinates": [4.9097155, 52.3720665]}}
                    """#
                try circle.write(toFile: stage.path("around.geojson"), atomically: true, encoding: .utf8)
                let around = stage.path("around.yaml")
                try "regions: {file: \(stage.path("around.geojson"))}\n".write(
                    toFile: around, atomically: true, encoding: .utf8)
                let recording = "\(Self.recordings)/signalk-gps.log"
                let answer = try await replay("--config", around, recording)
                #expect(answer.code == 0, "\(answer.words)")
                #expect(try records(answer).allSatisfy { $0["type"] as? String != "region" })

                let other = try stage.file("other.yaml", "recorder: {visits: false}\n")
                let difference = try await replay("--config", around, "--diff", other, recording)
                #expect(difference.output.split(separator: "\n").first?.hasPrefix(#"- {"type":"visit""#) == true)
                #expect(difference.output.contains("other events: 0 gained, 1 lost"))
            }
        }

        /// Metres by the receiver's own speeds, which come from the Doppler shift and not from its positions; of a hole
        /// five seconds at most.
        private static func metresBySpeed(in path: String) throws -> Double {
            let text = try String(contentsOfFile: path, encoding: .isoLatin1)
            var metres = 0.0
            var last: (second: Double, speed: Double)?
            for line in text.split(whereSeparator: \.isNewline) {
                let fields = line.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
                guard let name = fields.first, name.hasSuffix("RMC"), fields.count > 9, fields[2] == "A",
                    let knots = Double(fields[7]), let time = Double(fields[1])
                else { continue }
                let minutes = floor(time / 10_000) * 60 + floor(time.truncatingRemainder(dividingBy: 10_000) / 100)
                let second = minutes * 60 + time.truncatingRemainder(dividingBy: 100)
                let speed = knots * 1852 / 3600
                if let last { metres += (speed + last.speed) / 2 * min(max(second - last.second, 0), 5) }
                last = (second, speed)
            }
            return metres
        }

        @Test(.enabled(if: isThere("genivi-munich-gps.nmea"), "the recordings are not there"))
        func `A car in a city: its altitude is lost until it can be believed, its places are not`() async throws {
            let answer = try await replay("\(Self.recordings)/genivi-munich-gps.nmea")
            #expect(answer.code == 0, "\(answer.words)")
            let records = try records(answer)
            let altitudes = records.compactMap { $0["altitude"] as? Double }
            // The city lies between 480 and 580 m.
            #expect(altitudes.count > 500 && altitudes.min() ?? 0 > 250)
            #expect(records.prefix(20).contains { $0["latitude"] != nil && $0["altitude"] == nil })
            #expect(records.count { $0["type"] as? String == "timeReset" } == 1)
            // Twenty repetitions at 25 knots are frozen, from where they have led 50 m and three accuracies away; the
            // 180 of a static hold, below two knots, are not.
            let frozen = try #require(answer.words.firstMatch(of: /frozen ([0-9]+);/), "\(answer.words)").1
            #expect((10..<20).contains(try #require(Int(frozen))), "\(answer.words)")
            // The sum of all raw steps is 12,043 m, with the jump after the void epochs and drift at lights.
            let found = try #require(answer.words.firstMatch(of: /([0-9.]+) m;/)).1
            let metres = try #require(Double(found))
            let speeds = try Self.metresBySpeed(in: "\(Self.recordings)/genivi-munich-gps.nmea")
            #expect(abs(metres / speeds - 1) < 0.05, "\(metres) m, and \(speeds) m by the speeds")
        }

        @Test func `What cannot be done says why and ends with the code for it`() async throws {
            try await Stage.run { stage in
                func file(_ name: String, _ text: String) throws -> String {
                    try Data(text.utf8).write(to: URL(filePath: stage.path(name)))
                    return stage.path(name)
                }
                let text = try file("text", "nothing of the kind\n")
                let undated = try file(
                    "undated.nmea", "$GPGGA,064036.289,4836.5375,N,00740.9373,E,1,04,3.2,200.2,M,,,,0000*0E\n")
                let broken = try file("broken.yaml", "recorder: {distanceFilter: far}\n")
                #expect(try await replay(stage.path("missing")).code == 66)
                #expect(try await replay(stage.path("")).code == 66)
                #expect(try await replay(text).code == 65)
                #expect(try await replay(text, "--receiver", "nmea").code == 65)
                #expect(try await replay(undated).code == 65)
                #expect(try await replay(undated, "--date", "2026-11-21").code == 0)
                #expect(try await replay(undated, "--date", "yesterday").code == 64)
                #expect(try await replay(undated, "--receiver", "sextant").code == 64)
                #expect(try await replay(undated, "--date", "2026-11-21", "--diff", broken).code == 78)
                // What stood in a file stays there if the recording is damaged or has no fix.
                let (packed, output) = (stage.path("packed.nmea.gz"), try file("out.jsonl", "good"))
                let gzip = "gzip -c \"$0\" | head -c -4 >\"$1\""
                #expect(try await Program.run("sh", ["-c", gzip, undated, packed]).code == 0)
                #expect(try await replay(text, "--receiver", "nmea", "--output", output).code == 65)
                for more in [[], ["--diff", "/dev/null"]] {
                    let verb = ["replay", "--config", "/dev/null", packed, "--date", "2026-11-21", "--output", output]
                    let damaged = try await Program.run(Program.locd, verb + more)
                    #expect(damaged.code == 65 && damaged.words.contains("ends too early"), "\(damaged.all)")
                }
                #expect(try String(contentsOfFile: output, encoding: .utf8) == "good")
                #expect(try await replay(undated, "--date", "2026-11-21", "--output", "/nonexistent/x").code == 73)
                #expect(try await replay(undated, "--date", "2026-11-21", "--output", "/dev/full/x").code == 73)
                let bad = try await Program.run(Program.locd, ["replay", text, "--config", broken])
                #expect(bad.code == 78 && bad.words.contains("distanceFilter"))
            }
        }
    }
}
