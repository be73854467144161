import Foundation
import Subprocess
import Testing

extension LongSystemTests {
    /// The writer on a real file system that is full for a while.
    @Suite("Tracks on a full disk")
    struct FullDisk {
        @Test(
            "a megabyte that fills and is freed: nothing is lost that the queue holds, and what it does not is counted",
            .enabled(if: Program.canMount, "no user namespaces: cannot mount a file system of its own"),
            arguments: [1500, 5000])
        func fullDisk(lines: Int) async throws {
            let directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let script = "mount -t tmpfs -o size=1m locd \"$1\" && exec \"$0\" \"$1\" \"$2\""
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
