import Foundation
import Testing

extension SystemTests {
    /// `locd replay` as a person runs it.
    @Suite("Replay")
    struct Replay {
        private static let recordings = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "../shared/data/nmea").standardized.path

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

        @Test(
            "An antenna that stands still is a pause and less than 15 m",
            .enabled(if: isThere("signalk-gps.log"), "the recordings are not there"))
        func standingStill() async throws {
            let answer = try await replay("\(Self.recordings)/signalk-gps.log")
            #expect(answer.code == 0, "\(answer.words)")
            let types = try records(answer).compactMap { $0["type"] as? String }
            #expect(types.count { $0 == "pause" } == 1 && !types.contains("resume"))
            let metres = try #require(answer.words.firstMatch(of: /([0-9.]+) m;/)).1
            #expect(try #require(Double(metres)) < 15)
        }

        @Test(
            "A car in a city: its altitude is lost until it can be believed, its places are not",
            .enabled(if: isThere("genivi-munich-gps.nmea"), "the recordings are not there"))
        func city() async throws {
            let answer = try await replay("\(Self.recordings)/genivi-munich-gps.nmea")
            #expect(answer.code == 0, "\(answer.words)")
            let records = try records(answer)
            let altitudes = records.compactMap { $0["altitude"] as? Double }
            // The city lies between 480 and 580 m.
            #expect(altitudes.count > 500 && altitudes.min() ?? 0 > 250)
            #expect(records.prefix(20).contains { $0["latitude"] != nil && $0["altitude"] == nil })
            #expect(records.count { $0["type"] as? String == "timeReset" } == 1)
        }

        @Test(
            "The same bytes twice, to a file and to a pipe",
            .enabled(if: isThere("genivi-munich-gps.nmea"), "the recordings are not there"))
        func sameBytes() async throws {
            try await Stage.run { stage in
                let file = "\(Self.recordings)/genivi-munich-gps.nmea"
                let output = stage.path("out.jsonl")
                #expect(try await replay(file, "--output", output).code == 0)
                let written = try String(contentsOfFile: output, encoding: .utf8)
                #expect(try await replay(file).output == written)
            }
        }

        @Test("What cannot be done says why and ends with the code for it")
        func codes() async throws {
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
                #expect(try await replay(undated, "--date", "2026-11-21", "--output", "/nonexistent/x").code == 73)
                #expect(try await replay(undated, "--date", "2026-11-21", "--output", "/dev/full/x").code == 73)
                let bad = try await Program.run(Program.locd, ["replay", text, "--config", broken])
                #expect(bad.code == 78 && bad.words.contains("distanceFilter"))
            }
        }
    }
}
