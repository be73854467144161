import Foundation
import LocationModel
import LocdClient
import Testing

extension ProgramSystemTests {
    /// A program of Core Motion's against the built daemon.
    @Suite("Core Motion")
    struct CoreMotion {
        /// A walk in a town, with the stands and the drive around it.
        private static let day = Recording.shared("truth/belval-ublox.nmea.gz")

        /// An activity, as a replay writes it and as a program is told.
        private struct Activity: Hashable {
            let milliseconds: Int64
            let kind: String
            let confidence: Int

            /// `{"type":"activity", …}`; `nil` for another record.
            init?(line: Substring) throws {
                let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                guard let record, record["type"] as? String == "activity" else { return nil }
                let time = try #require((record["timestamp"] as? String).flatMap { Timestamp($0) })
                milliseconds = Int64(rounding: time.seconds(since: try #require(Timestamp(seconds: 0))) * 1000)
                kind = try #require(record["activity"] as? String)
                let confidence = try #require(record["confidence"] as? String)
                self.confidence = try #require(["low", "medium", "high"].firstIndex(of: confidence))
            }

            /// `was MILLISECONDS KIND CONFIDENCE`; `nil` for another line.
            init?(probe line: Substring) throws {
                let words = line.split(separator: " ")
                guard words.first == "was" else { return nil }
                try #require(words.count == 4)
                milliseconds = try #require(Int64(words[1]))
                kind = String(words[2])
                confidence = try #require(Int(words[3]))
            }
        }

        private func probe(_ locd: DaemonConfiguration, _ words: String...) async throws -> String {
            let answer = try await Program.run(
                "/usr/bin/env", ["LOCD_SOCKET=\(locd.socket)", Program.motionProbe] + words)
            #expect(answer.code == 0, "\(answer.all)")
            return answer.output
        }

        @Test(
            "the activities and the way on foot of a recorded day are those of its replay",
            .enabled(if: FileManager.default.fileExists(atPath: day), "the recordings are not beside the checkout"))
        func recordedDay() async throws {
            try await Stage.run { stage in
                let locd = try stage.silent(["geocoder.table: none"])
                try locd.write()
                let track = "\(locd.tracks)/2022-10-27.jsonl"
                let made = try await Program.run(
                    Program.locd, ["replay", "--config", "/dev/null", "--output", track, Self.day])
                try #require(made.code == 0, "\(made.all)")
                let replay = try await Program.run(
                    Program.locd, ["replay", "--config", "/dev/null", "--events", track])
                let replayed = try replay.output.split(separator: "\n").compactMap { try Activity(line: $0) }
                #expect(Set(replayed.map(\.kind)).isSuperset(of: ["walking"]), "\(replayed)")

                _ = try await stage.daemon(locd)
                let (from, to) = ("1666828800", "1666915200")
                let told = try await probe(locd, "activities", from, to, "walk", from, to).split(separator: "\n")
                #expect(try told.compactMap { try Activity(probe: $0) } == replayed)
                let walk = try #require(told.last).split(separator: " ").dropFirst().compactMap { Double($0) }
                try #require(walk.count == 3)
                // The path that was walked has 2,995 m.
                #expect((2400...3145).contains(walk[0]), "\(walk)")
                #expect((0.5...1.5).contains(walk[1]), "seconds a metre: \(walk)")
                #expect(walk[2] == 0, "nothing counts steps")
            }
        }

        @Test("a machine without sensors answers as a device without them, and without a daemon nothing is there")
        func availability() async throws {
            try await Stage.run { stage in
                let locd = try stage.silent(["geocoder.table: none"])
                #expect(try await probe(locd, "available").contains("activity false\nsteps false\ndistance false\n"))
                _ = try await stage.daemon(locd)
                let told = try await probe(locd, "available")
                #expect(
                    told.hasPrefix(
                        "activity true\nsteps false\ndistance true\nfloors false\nabsolute altitude true\n"), "\(told)")
                // A period that ends before it begins: CMErrorInvalidParameter.
                #expect(try await probe(locd, "activities", "1666915200", "1666828800") == "failed 107\n")
            }
        }
    }
}
