import Foundation
import Glibc
import Subprocess
import Testing

extension SystemTests {
    /// A configuration that locd refuses, by the command: file, line, key and remedy in the words, 78 in the exit code.
    @Suite("A broken configuration")
    struct BrokenConfiguration {
        /// A file that is wrong.
        struct Case: CustomTestStringConvertible, Sendable {
            enum Content: Sendable {
                case text(String)
                case directory
                case unreadable
                case missing
            }

            let testDescription: String
            let content: Content
            /// Each of these is in the words: where it is, what is wrong, what to do.
            let words: [String]

            init(_ description: String, _ content: Content, _ words: String...) {
                testDescription = description
                self.content = content
                self.words = words
            }
        }

        /// What a file may say that is wrong is told by `ConfigurationProblemTests` and `ConfigurationValueTests`.
        static let cases = [
            Case(
                "unknown key", .text("receiver:\n  sorce: gpsd://localhost\n"), ":2:", "receiver.sorce",
                "receiver.source"),
            Case(
                "two errors at once", .text("log:\n  level: loud\ntracks:\n  sync: -1\n"), ":2:", "log.level",
                "warning", ":4:", "tracks.sync", "always"),
            Case("a directory", .directory, "directory", "locd.yaml"),
            Case("unreadable", .unreadable, "Permission denied", "chmod"),
            Case("not there", .missing, "file not found", "locd config default"),
        ]

        @Test("is refused in words that help, by check and by run alike", arguments: cases)
        func isRefused(broken: Case) async throws {
            try await Stage.run { stage in
                let file = stage.path("broken.yaml")
                try make(broken.content, at: file)
                var command = [Program.locd]
                if case .unreadable = broken.content, getuid() == 0 {
                    // Root reads everything.
                    command = Program.asNobody(try stage.publicCopyOfLocd())
                }
                for verb in [["config", "check"], ["run"]] {
                    let words = command + verb + ["--config", file]
                    let child = stage.start(verb[0], path: words[0], Array(words.dropFirst()))
                    child.mayEnd()
                    try await stage.until("locd \(verb[0]) ends") { child.status != nil }
                    #expect(child.status == .exited(78), "\(child.report)")
                    for word in [file] + broken.words {
                        #expect(child.words.contains(word), "\(word) is not in: \(child.words)")
                    }
                    let lines = child.words.split(separator: "\n")
                    #expect(lines.allSatisfy { $0.contains("broken.yaml") }, "each line names the file: \(child.words)")
                }
            }
        }

        @Test("what is shipped is good")
        func defaultIsGood() async throws {
            try await Stage.run { stage in
                let shown = try await Program.run(Program.locd, ["config", "default"])
                #expect(shown.code == 0)
                let file = try stage.file("default.yaml", shown.output)
                let answer = try await Program.run(Program.locd, ["config", "check", "--config", file])
                #expect(answer.code == 0, "\(answer.all)")
            }
        }

        private func make(_ content: Case.Content, at file: String) throws {
            switch content {
            case .text(let text): try text.write(toFile: file, atomically: true, encoding: .utf8)
            case .directory: try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
            case .unreadable:
                try "log:\n  level: info\n".write(toFile: file, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
            case .missing: break
            }
        }
    }
}
