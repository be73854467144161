import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

extension ProgramSystemTests {
    /// A program of Core Motion's against the built daemon, and a made-up folder of a step counter.
    @Suite("Core Motion")
    struct CoreMotion {
        private func daemon(_ stage: Stage, _ settings: [String]) throws -> DaemonConfiguration {
            let recording = stage.path("recording.nmea")
            let sentences = (0..<5).map { Sentences.fix(Sentences.Moment(seconds: Double($0)), latitude: 47.5) }
            try sentences.joined().write(toFile: recording, atomically: true, encoding: .utf8)
            let locd = DaemonConfiguration(
                directory: stage.path("locd"),
                settings: ["receiver.source: file:\(recording)", "geocoder.table: none"]
                    + DaemonConfiguration.unfiltered + settings)
            try locd.write()
            return locd
        }

        private func probe(_ locd: DaemonConfiguration, _ words: [String]) async throws -> String {
            let answer = try await Program.run(
                "/usr/bin/env", ["LOCD_SOCKET=\(locd.socket)", Program.motionProbe] + words)
            #expect(answer.code == 0, "\(answer.all)")
            return answer.output
        }

        @Test func `A machine without sensors answers as a device without them, and without a daemon nothing is there`()
            async throws
        {
            try await Stage.run { stage in
                let locd = try stage.silent(["geocoder.table: none"])
                #expect(try await probe(locd, ["available"]).contains("activity false\nsteps false\ndistance false\n"))
                _ = try await stage.daemon(locd)
                let told = try await probe(locd, ["available"])
                #expect(
                    told.hasPrefix(
                        "activity true\nsteps false\ndistance true\nfloors false\nabsolute altitude true\n"), "\(told)")
                // A period that ends before it begins: CMErrorInvalidParameter.
                #expect(try await probe(locd, ["activities", "1666915200", "1666828800"]) == "failed 107\n")
            }
        }

        @Test func `Steps reach a session, status, a program of Core Motion's and the track`() async throws {
            try await Stage.run { stage in
                let devices = MadeUpDevices(stage.path("devices"))
                try devices.write("name", "made-up\n", of: 1)
                try devices.write("in_steps_en", "1\n", of: 1)
                try devices.write("in_steps_input", "5000\n", of: 1)
                let locd = try daemon(stage, ["sensors.steps: \(devices.directory)"])
                let child = try await stage.daemon(locd)
                _ = try await stage.status(of: locd, "a counter and a fix") {
                    $0.steps?.state == .active && $0.fixes.accepted > 0
                }
                #expect(try await probe(locd, ["available"]).contains("steps true\n"))

                let counting = stage.start(
                    "probe", path: "/usr/bin/env",
                    ["LOCD_SOCKET=\(locd.socket)", Program.motionProbe, "count"])
                try await stage.until("the probe listens") { try await locd.client.clients().count == 1 }
                try devices.write("in_steps_input", "5018\n", of: 1)
                try await stage.until("a program is told") { counting.words.contains("counted 18 ") }
                let cadence = counting.words.split(separator: " ").last.flatMap { Double($0.dropLast()) } ?? 0
                #expect((0.9...1.9).contains(cadence), "\(counting.words)")

                _ = try await stage.status(of: locd, "the steps") {
                    $0.steps == StepsStatus(state: .active, numberOfSteps: 18)
                }
                let words = try await locd.statusCommand().output
                #expect(words.contains("18 steps since locd started"), "\(words)")
                let now = try #require(Timestamp(milliseconds: Int64(rounding: Date().timeIntervalSince1970 * 1000)))
                var reported = StepCount(
                    from: now.advanced(bySeconds: -600), to: now, numberOfSteps: 900, source: .reported)
                reported.floorsAscended = 3
                try await locd.client.report(reported)

                await child.end()
                let stats = try await Program.run(
                    Program.locd, ["track", "stats", "--config", locd.file, "--from", "2000-01-01", "--json"])
                #expect(stats.output.contains("\"numberOfSteps\":900,\"floorsAscended\":3"), "\(stats.all)")
                let records = try FileManager.default.contentsOfDirectory(atPath: locd.tracks).sorted()
                    .filter { $0.hasSuffix(".jsonl") && $0 != "current.jsonl" }
                    .flatMap {
                        try String(contentsOfFile: "\(locd.tracks)/\($0)", encoding: .utf8).split(separator: "\n")
                    }
                    .filter { $0.hasPrefix("{\"type\":\"steps\"") }
                #expect(records.count == 2, "\(records)")
                #expect(records.contains { $0.contains("\"numberOfSteps\":18,\"source\":\"counter\"") }, "\(records)")
            }
        }
    }
}
