import Foundation
import Testing

extension SystemTests {
    /// What the verbs of the track make of a directory with several files.
    @Suite("Track verbs")
    struct TrackVerbs {
        /// A header of the run, and a minute northwards at 10 m/s, one location a second.
        static func drive(_ minute: String, latitude: Double = 47.5, run: String = "a") -> String {
            let header = #"{"type":"header","schema":1,"receiver":"gpsd://localhost","run":"\#(run)"}"# + "\n"
            let lines = (0..<60).map { second in
                let time = minute + (second < 10 ? ":0" : ":") + "\(second).000Z"
                return #"{"type":"location","timestamp":"\#(time)","latitude":\#(latitude + Double(second) * 9e-5),"#
                    + #""longitude":8.5,"horizontalAccuracy":3,"speed":10}"# + "\n"
            }
            return header + lines.joined()
        }

        /// Runs verbs of `locd track` with a directory that holds these files.
        private func withTracks(
            _ files: [String: String], _ body: ([String], Stage) async throws -> Void
        ) async throws {
            try await Stage.run { stage in
                for (name, text) in files {
                    try text.write(toFile: stage.path(name), atomically: true, encoding: .utf8)
                }
                try await body(["--no-privacy", "--utc", "--directory", stage.directory], stage)
            }
        }

        private func track(_ words: [String]) async throws -> Program.Answer {
            try await Program.run(Program.locd, ["track"] + words)
        }

        /// A figure of the first line of JSON that has it.
        private static func figure(_ name: String, _ lines: String) -> Double? {
            guard let range = lines.range(of: "\"\(name)\":") else { return nil }
            return Double(lines[range.upperBound...].prefix { "-.0123456789".contains($0) })
        }

        @Test(arguments: ["show", "filter"])
        func `A range has the header of each piece, so that no reader joins them`(verb: String) async throws {
            let day = Self.drive("2026-11-21T06:00") + Self.drive("2026-11-21T06:01", latitude: 47.8, run: "b")
            try await withTracks(["2026-11-21.jsonl": day]) { options, stage in
                let file = stage.path("2026-11-21.jsonl")
                for range in [["--day", "2026-11-21"], ["--from", "2026-11-21T06:00:30Z"], [file]] {
                    let written = try await track([verb] + range + options)
                    let runs = written.output.split(separator: "\n").filter { $0.contains("\"header\"") }
                    #expect(written.code == 0 && runs.count == 2, "\(written.all.prefix(500))")
                    #expect(runs.last?.contains(#""run":"b""#) == true)
                    #expect(written.output.hasPrefix(#"{"type":"header""#))
                    try written.output.write(toFile: stage.path("out"), atomically: true, encoding: .utf8)
                    let stats = try await track(["stats", "--json", "--no-privacy", stage.path("out")])
                    #expect(Self.figure("distance", stats.output) ?? .nan < 1300, "\(stats.all)")
                }
                let none = try await track(["show", "--day", "2026-11-21", "--area", "1,1,2,2"] + options)
                #expect(none.code == 66 && none.output.isEmpty, "\(none.all)")
            }
        }

        @Test func `A list of files names what is damaged, shows no figures of what cannot be read, and ends with 65`()
            async throws
        {
            let good = Self.drive("2026-11-21T06:00")
            let later = good.replacing("\"schema\":1", with: "\"schema\":2")
            try await withTracks(["2026-11-20.jsonl": good, "2026-11-21.jsonl": later]) { options, stage in
                let list = try await track(["list"] + options)
                #expect(list.code == 65 && list.words.contains("2026-11-21.jsonl has a format that"), "\(list.all)")
                let rows = list.output.split(separator: "\n")
                #expect(rows.count == 3 && rows[2].contains(#/^- +- +- +- /#), "\(list.output)")
                let json = try await track(["list", "--json"] + options).output.split(separator: "\n")
                #expect(json.first?.contains("\"locations\":60,") == true)
                #expect(json.last?.hasSuffix("\"compressed\":false}") == true, "\(json)")

                try (good + "nonsense\n").write(
                    toFile: stage.path("2026-11-21.jsonl"), atomically: true, encoding: .utf8)
                let malformed = try await track(["list"] + options)
                #expect(malformed.code == 65 && malformed.words.contains("2026-11-21.jsonl:62: "), "\(malformed.all)")
                #expect(try await track(["list", "--skip-malformed"] + options).code == 0)
            }
        }

        @Test func `Today shows one day and refuses more`() async throws {
            try await withTracks(["2026-11-21.jsonl": Self.drive("2026-11-21T06:00")]) { options, _ in
                for (day, code) in [("2026-11-21", 0), ("2026-11", 64), ("last month", 64), ("last week", 64)] {
                    let answer = try await Program.run(Program.locd, ["today", day] + options)
                    #expect(answer.code == Int32(code), "\(day): \(answer.all)")
                    #expect(code == 0 || answer.words.contains("today shows one day"), "\(answer.words)")
                }
            }
        }

        @Test(arguments: ["", ",", "speed,speed", "speed,sped"])
        func `Fields of an export are some, and each once`(names: String) async throws {
            let answer = try await track(["export", "-", "--format", "csv", "--fields", names])
            #expect(answer.code == 64 && answer.words.contains("--fields"), "\(answer.all)")
        }

        @Test(arguments: [["show"], ["filter"], ["export", "--format", "gpx"]])
        func `An area limits what is printed`(verb: [String]) async throws {
            let crossing = { (time: String, region: String) in
                #"{"type":"region","timestamp":"2026-11-21T\#(time).000Z","identifier":"\#(region)","#
                    + #""state":"inside","cause":"crossed"}"# + "\n"
            }
            let places = { (latitude: Double) in
                #"{"type":"visit","timestamp":"2026-11-21T06:02:10.000Z","latitude":\#(latitude),"longitude":8.5,"#
                    + #""horizontalAccuracy":5,"arrival":"2026-11-21T06:02:10.000Z"}"# + "\n"
                    + #"{"type":"pause","timestamp":"2026-11-21T06:02:20.000Z","latitude":\#(latitude),"longitude":8.5,"#
                    + #""cause":"stationary"}"# + "\n"
            }
            let day =
                Self.drive("2026-11-21T06:00") + crossing("06:01:00", "near")
                + Self.drive("2026-11-21T06:01", latitude: 47.8) + crossing("06:02:00", "far") + places(47.8)
            try await withTracks(["2026-11-21.jsonl": day]) { options, _ in
                let written = try await track(verb + ["--day", "2026-11-21", "--area", "47,8,47.6,9"] + options)
                #expect(written.code == 0, "\(written.words)")
                let lines = written.output.split(separator: "\n")
                #expect(lines.count { $0.contains("\"location\"") || $0.contains("<trkpt") } == 60)
                #expect(written.output.contains("near"))
                #expect(!written.output.contains("47.8") && !written.output.contains("far"))
            }
        }
    }
}
