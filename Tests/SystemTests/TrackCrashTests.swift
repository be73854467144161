import Foundation
import LocationModel
import Subprocess
import Testing
import Tracks

extension LongSystemTests {
    /// The writer on a real file system, in a process that does not live long.
    @Suite("Tracks that outlive their writer")
    struct TrackCrash {
        private static let kills = 200

        @Test("killed 200 times at random bytes and calls: nothing synced is lost, nothing is there twice")
        func killedAtRandomOffsets() async throws {
            let directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: directory) }
            var synced = 0
            var runsThatSynced = 0
            for kill in 1...Self.kills {
                let answer = try await Program.run(Program.hammer, ["die", directory, "\(kill)"])
                try #require(answer.status == .signaled(9), "run \(kill): \(answer.status) \(answer.all)")
                let lines = answer.output.split(separator: "\n")
                func numbers(_ word: String) -> [Int] {
                    lines.filter { $0.hasPrefix(word + " ") }.compactMap { Int($0.dropFirst(word.count + 1)) }
                }
                let tail = try #require(numbers("tail").first, "run \(kill) did not open the track: \(answer.all)")
                try #require(tail >= synced, "run \(kill - 1) had synced \(synced), and \(tail) are there")
                if let last = numbers("synced").last {
                    synced = last
                    runsThatSynced += 1
                }
                if kill.isMultiple(of: 50) { try check(directory, upTo: synced) }
            }
            #expect(runsThatSynced > Self.kills / 4, "most were killed before they wrote: the test proves little")
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(names.contains { $0.hasSuffix(".jsonl.gz") }, "nothing was compressed: the test proves less")
        }

        /// Every line of every file is whole, and the locations are all there, once, in their order.
        private func check(_ directory: String, upTo synced: Int) throws {
            // The file that was written last may end with a torn line, until the next run mends it.
            let archive = TrackArchive(directory: directory)
            var records = TrackRecords(files: try archive.files().map(archive.path(of:)))
            var expected = 1
            while let record = try records.next() {
                guard case .event(.location(let location)) = record else { continue }
                let minutes = location.timestamp.seconds(since: Self.beginning) / 60
                try #require(minutes == Double(expected), "a location is missing, twice or out of order")
                expected += 1
            }
            #expect(records.faultCount == 0)
            #expect(records.tornCount <= 1)
            #expect(expected > synced)
        }

        private static let beginning = CivilDate("2026-01-01")?.midnight ?? .earliest

        @Test(
            "a megabyte that fills and is freed: nothing is lost that the queue holds, and what it does not is counted",
            .enabled(if: Program.canMount, "no user namespaces: cannot mount a file system of its own"),
            arguments: [1500, 5000])
        func fullDisk(lines: Int) async throws {
            let directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let script = "mount -t tmpfs -o size=1m locd \"$1\" && exec \"$0\" fill \"$1\" \"$2\""
            let answer = try await Program.run(
                "unshare", ["-rm", "sh", "-c", script, Program.hammer, directory, "\(lines)"])
            try #require(answer.code == 0, "\(answer.all)")
            let report = Dictionary(
                answer.output.split(separator: "\n").compactMap { line -> (String, String)? in
                    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                    return words.count == 2 ? ("\(words[0])", "\(words[1])") : nil
                }, uniquingKeysWith: { $1 })
            let lost = try #require(report["lost"].flatMap { Int($0) })
            #expect(report["trouble"] == "diskFull")
            #expect(report["after"] == "none")
            #expect(report["faults"] == "0")
            #expect(report["ordered"] == "true")
            #expect((lost > 0) == (lines > 2000), "\(report)")
            #expect(report["told"] == "\(lost)")
            #expect(report["causes"] == (lost > 0 ? "diskFull" : ""))
            #expect(report["locations"] == "\(101 + lines - lost)")
        }
    }
}
