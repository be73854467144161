import Foundation
import LocdTestSupport
import Subprocess
import Testing

extension SystemTests {
    /// The manual pages and the completions say what the program says.
    @Suite("Manual pages and completions")
    struct Manual {
        private static let pages = ["locd.8", "locd.yaml.5", "locd-track.5"]

        private static func page(_ name: String) throws -> String {
            try String(contentsOfFile: Checkout.path("packaging/man/\(name)"), encoding: .utf8)
        }

        @Test(.enabled(if: Program.python != nil, "no Python"))
        func `The generated files are what the program's tables say`() async throws {
            let python = try #require(Program.python)
            let answer = try await Program.run(python, [Checkout.path("Scripts/generate"), Program.locd, "--check"])
            #expect(answer.code == 0, "\(answer.all)")
        }

        @Test func `Every type and key of the track's schema stands in locd-track(5)`() throws {
            let schema = URL(filePath: Schema.path(of: "track"))
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

        @Test(.enabled(if: Program.mandoc != nil, "mandoc is not installed: Scripts/deps --ci"))
        func `mandoc finds nothing wrong`() async throws {
            let mandoc = try #require(Program.mandoc)
            for page in Self.pages {
                let answer = try await Program.run(
                    mandoc, ["-T", "lint", "-W", "warning", Checkout.path("packaging/man/\(page)")])
                #expect(answer.code == 0 && answer.all.isEmpty, "\(answer.all)")
            }
        }

        @Test(arguments: ["bash", "zsh", "fish"])
        func `The completions are programs of their shells`(_ shell: String) async throws {
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
