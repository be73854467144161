import Foundation
import Subprocess
import Testing

extension SystemTests {
    /// The manual pages and the completions say what the program says.
    @Suite("Manual pages and completions")
    struct Manual {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "packaging/man")
        private static let pages = ["locd.8", "locd.yaml.5", "locd-track.5"]

        private static func page(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }

        /// What `--experimental-dump-help` says, as far as it is needed here.
        private struct Dump: Decodable {
            struct Command: Decodable {
                var commandName: String
                var shouldDisplay: Bool?
                var arguments: [Argument]?
                var subcommands: [Command]?
            }
            struct Argument: Decodable {
                struct Name: Decodable {
                    var kind: String
                    var name: String
                }
                var names: [Name]?
                var shouldDisplay: Bool
            }
            var command: Command
        }

        @Test("every verb and every option of the program stands in locd(8)")
        func verbs() async throws {
            let answer = try await Program.run(Program.locd, ["--experimental-dump-help"])
            let command = try JSONDecoder().decode(Dump.self, from: Data(answer.output.utf8)).command
            let sections = try Self.page("locd.8").components(separatedBy: "\n.Ss ")
            var count = 0
            func look(_ command: Dump.Command, _ path: [String]) {
                let heading = path.joined(separator: " ")
                let section = sections.first { $0.hasPrefix(heading + "\n") }
                #expect(section != nil, "\(heading)")
                for argument in command.arguments ?? [] where argument.shouldDisplay {
                    for name in argument.names ?? [] where !["help", "h", "version"].contains(name.name) {
                        let flag = "Fl \(name.kind == "long" ? "-" : "")\(name.name)"
                        #expect(section?.contains(flag) == true, "\(heading) \(flag)")
                        count += 1
                    }
                }
                for inner in command.subcommands ?? [] { look(inner, path + [inner.commandName]) }
            }
            for verb in command.subcommands ?? [] where verb.commandName != "help" && verb.shouldDisplay != false {
                look(verb, [verb.commandName])
            }
            #expect(count > 100)
        }

        @Test("the generated files are what the program's tables say", .enabled(if: Program.python != nil, "no Python"))
        func generated() async throws {
            let python = try #require(Program.python)
            let script = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Scripts/generate").path
            let answer = try await Program.run(python, [script, Program.locd, "--check"])
            #expect(answer.code == 0, "\(answer.all)")
        }

        @Test("every type and key of the track's schema stands in locd-track(5)")
        func track() throws {
            let schema = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Documentation/schemas/track.schema.json")
            let page = try Self.page("locd-track.5")
            var names: Set<String> = []
            func collect(_ node: Any) {
                if let members = node as? [String: Any] {
                    for (name, value) in members["properties"] as? [String: Any] ?? [:] {
                        names.insert(name)
                        if name == "type", let type = (value as? [String: Any])?["const"] as? String {
                            names.insert(type)
                        }
                    }
                    members.values.forEach(collect)
                } else if let elements = node as? [Any] {
                    elements.forEach(collect)
                }
            }
            collect(try JSONSerialization.jsonObject(with: Data(contentsOf: schema)))
            #expect(names.isSuperset(of: ["location", "latitude", "visit"]))
            for name in names {
                #expect(page.contains(try Regex("\\b\(name)\\b")), "\(name)")
            }
        }

        @Test(
            "mandoc finds nothing wrong",
            .enabled(if: Program.mandoc != nil, "mandoc is not installed: Scripts/deps --ci"))
        func lint() async throws {
            let mandoc = try #require(Program.mandoc)
            for page in Self.pages {
                let answer = try await Program.run(
                    mandoc, ["-T", "lint", "-W", "warning", Self.folder.appending(path: page).path])
                #expect(answer.code == 0 && answer.all.isEmpty, "\(answer.all)")
            }
        }

        @Test("the completions are programs of their shells", arguments: ["bash", "zsh", "fish"])
        func completions(_ shell: String) async throws {
            let answer = try await Program.run(Program.locd, ["--generate-completion-script", shell])
            #expect(answer.code == 0)
            for word in ["watch", "status", "desired-accuracy"] { #expect(answer.output.contains(word), "\(word)") }
            // Where the shell is not installed, only that much is known.
            guard let program = Program.shells[shell] else { return }
            try await Stage.run { stage in
                let path = stage.path("completion")
                try Data(answer.output.utf8).write(to: URL(filePath: path))
                let check = try await Program.run(program, ["-n", path])
                #expect(check.code == 0, "\(check.all)")
            }
        }
    }
}
