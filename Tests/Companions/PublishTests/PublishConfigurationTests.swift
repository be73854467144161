import LocationModel
import LocdConfiguration
import Publish
import Testing

struct PublishConfigurationTests {
    func read(_ text: String) throws -> PublishConfiguration {
        try PublishConfiguration.read(Array(text.utf8), name: "publish.yaml")
    }

    func problems(_ text: String) -> [ConfigurationProblem] {
        do {
            _ = try read(text)
            return []
        } catch {
            return (error as? ConfigurationError)?.problems ?? []
        }
    }

    @Test func `The example of the manual`() throws {
        let configuration = try read(
            """
            tracks: /var/lib/locd/tracks
            state: /var/lib/locd-publish
            sinks:
              - name: home
                type: owntracks-http
                url: https://example.org/pub
                user: anna
                passwordFile: /etc/locd/publish.d/home
                device: van
                accuracy: full
              - name: lines
                type: command
                command: [/usr/bin/psql, -f, "-"]
                accuracy: 500
                dailyBytes: 50MB
                thinAfter: 7
                since: 2026-11-01
            """)
        #expect(configuration.sinks.map(\.name) == ["home", "lines"])
        #expect(configuration.sinks[0].kind == .ownTracksHTTP)
        #expect(configuration.sinks[0].passwordFile == "/etc/locd/publish.d/home")
        #expect(configuration.sinks[1].command == ["/usr/bin/psql", "-f", "-"])
        #expect(configuration.sinks[1].accuracy == .radius(500))
        #expect(configuration.sinks[1].dailyBytes == 50_000_000)
        #expect(configuration.sinks[1].since == .day(CivilDate("2026-11-01")!))
    }

    @Test(arguments: [
        ("sinks: 5", "sinks", 1), ("sinks:\n  - 5", "sinks[0]", 2), ("sinks:\n  - name: a", "sinks[0]", 2),
        ("sinks:\n  - name: a\n    type: owntracks", "sinks[0].type", 3),
        ("sinks:\n  - name: a\n    type: owntracks-http", "sinks[0].url", 2),
        ("sinks:\n  - name: a\n    type: mqtt\n    url: https://x", "sinks[0].url", 2),
        ("sinks:\n  - name: a/b\n    type: command\n    command: [/bin/cat]", "sinks[0].name", 2),
        ("sinks:\n  - name: a\n    type: command\n    command: [cat]", "sinks[0].command", 4),
        ("sinks:\n  - name: a\n    type: command\n    command: /bin/cat", "sinks[0].command", 4),
        ("sinks:\n  - name: a\n    type: command\n    command: [/bin/cat]\n    url: http://x", "sinks[0].url", 5),
        ("sinks:\n  - name: a\n    type: command\n    command: [/bin/cat]\n    password: x", "sinks[0].password", 5),
        ("sinks:\n  - name: a\n    type: command\n    command: [/bin/cat]\n    accuracy: 5", "sinks[0].accuracy", 5),
        ("sinks:\n  - name: a\n    type: traccar\n    url: http://x\n    passwordFile: /x", "sinks[0].user", 2),
        (
            "sinks:\n  - name: a\n    type: owntracks-http\n    url: http://x\n    commands: [format]",
            "sinks[0].commands", 5
        ),
        ("sink: []", "sink", 1), ("tracks: here", "tracks", 1),
    ]) func `What is wrong is said with its place`(text: String, key: String, line: Int) {
        let found = problems(text)
        #expect(found.first?.key == key, "\(found)")
        if case .file(_, let at, _)? = found.first?.origin { #expect(at == line) }
        #expect(found.allSatisfy { !$0.remedy.isEmpty })
    }

    @Test func `A list has a limit, and one that is empty is no command`() throws {
        let command = "sinks:\n  - name: a\n    type: command\n    command: "
        #expect(problems(command + "[]").map(\.key) == ["sinks[0].command"])
        #expect(problems(command + "~").map(\.key) == ["sinks[0].command"])
        let words = String(repeating: ", x", count: 63)
        #expect(try read(command + "[/bin/cat\(words)]").sinks[0].command.count == 64)
        #expect(problems(command + "[/bin/cat\(words), x]").map(\.code) == [.outOfRange])
        let sinks = String(repeating: "  - name: a\n", count: 33)
        #expect(problems("sinks:\n" + sinks).map(\.code) == [.outOfRange])
    }

    @Test func `Two sinks of one name are refused`() {
        let sink = "  - name: a\n    type: command\n    command: [/bin/cat]\n"
        #expect(problems("sinks:\n" + sink + sink).first?.code == .duplicateKey)
    }

    @Test func `A password in an address is refused and not repeated`() {
        let found = problems("sinks:\n  - name: a\n    type: traccar\n    url: https://anna:geheim@example.org/\n")
        #expect(found.count == 1)
        #expect(!found.description.contains("geheim"))
    }

    @Test func `An empty file has no sink`() throws {
        #expect(try read("# nothing\n").sinks.isEmpty)
        #expect(try read("sinks:\n").sinks.isEmpty)
    }
}
