import Testing

@testable import LocdConfiguration

/// What may stand below `hooks:`.
@Suite struct HookConfigurationTests {
    @Test func `The key names all events`() throws {
        let summary = try key("hooks").summary
        for kind in HookEventKind.allCases { #expect(summary.contains(kind.rawValue)) }
    }

    @Test func `Hooks are read and written again`() throws {
        let text = """
            hooks:
              - on: enter
                region: gate*
                to: unix:/run/locd-hook/gate.sock
              - on: [fixLost, fixFound]
                to: "unix:/run/locd-hook/fix \\u00e4.sock"
            """
        let hooks = try read(text).configuration.hooks
        #expect(
            hooks == [
                Hook(events: [.enter], region: NamePattern("gate*"), path: "/run/locd-hook/gate.sock"),
                Hook(events: [.fixLost, .fixFound], path: "/run/locd-hook/fix ä.sock"),
            ])
        let key = try key("hooks")
        let loaded = try read(text)
        #expect(try read("hooks: \(key.text(in: loaded.configuration))\n").configuration.hooks == hooks)
        let environment = ["LOCD_HOOKS": key.text(in: loaded.configuration)]
        #expect(try read("", environment: environment).configuration.hooks == hooks)
        #expect(try read(ConfigurationText.effective(loaded)).configuration.hooks == hooks)
        #expect("\(loaded.origin(of: key))" == "f:1:1")
    }

    @Test(arguments: [
        ("{on: enter, to: \"unix:/run/locd-hook/../../etc/passwd\"}", "hooks[0].to", "contains .."),
        ("{on: enter, to: \"unix:/run/../s\"}", "hooks[0].to", "contains .."),
        ("{on: enter, to: \"unix:/run/locd-hook/..\"}", "hooks[0].to", "contains .."),
        ("{on: enter, to: \"unix:/run//s\"}", "hooks[0].to", "empty name"),
        ("{on: enter, to: \"unix:run/s\"}", "hooks[0].to", "not absolute"),
        ("{on: enter, to: \"unix:@abstract\"}", "hooks[0].to", "not absolute"),
        ("{on: enter, to: /run/s}", "hooks[0].to", "did you mean unix:/run/s"),
        ("{on: enter, to: tcp://127.0.0.1:1}", "hooks[0].to", "not unix:PATH"),
        ("{on: enter, to: \"unix:/run/a\\nb\"}", "hooks[0].to", "control character"),
        ("{on: enter, to: \"unix:/run/\(String(repeating: "x", count: 103))\"}", "hooks[0].to", "at most 107"),
        ("{on: entered, to: \"unix:/s\"}", "hooks[0].on", "not a valid value"),
        ("{on: [], to: \"unix:/s\"}", "hooks[0].on", "the list is empty"),
        ("{on: [enter, enter], to: \"unix:/s\"}", "hooks[0].on", "is listed twice"),
        ("{on: [[enter]], to: \"unix:/s\"}", "hooks[0].on", "a list or a map"),
        ("{on: enter}", "hooks[0]", "`to` is missing"), ("{to: \"unix:/s\"}", "hooks[0]", "`on` is missing"),
        ("{on: enter, too: x, to: \"unix:/s\"}", "hooks[0].too", "unknown key"),
        ("{on: visit, region: home, to: \"unix:/s\"}", "hooks[0].region", "none of the events is of a region"),
        ("{on: enter, region: \"ho\\u0007me\", to: \"unix:/s\"}", "hooks[0].region", "not the name of a region"),
        ("enter", "hooks[0]", "expected a map"), ("[enter]", "hooks[0]", "expected a map"),
        ("{on: enter, to: \"unix:/s\"}, {on: enter, to: \"unix:/s\"}", "hooks[1]", "listed twice"),
        ("{on: enter, to: \"unix:/run/locd/locd.sock\"}", "hooks", "the socket of locd itself"),
    ])
    func `What no hook is is refused`(_ hook: String, _ place: String, _ words: String) {
        let found = problems("hooks: [\(hook)]\n")
        #expect(found.count == 1 && found[0].key == place && found[0].description.contains(words), "\(found)")
    }

    @Test func `Hooks need the recorder`() {
        let text = "recorder:\n  enabled: false\nhooks:\n  - {on: enter, to: \"unix:/s\"}\n"
        #expect(problems(text).map(\.what) == ["hooks act on what the recorder sees, and recorder.enabled is false"])
    }

    @Test func `Thirty-three hooks are too many`() {
        let hooks = (0..<33).map { "{on: enter, to: \"unix:/s\($0)\"}" }.joined(separator: ", ")
        #expect(problems("hooks: [\(hooks)]\n").map(\.code) == [.outOfRange])
    }

    @Test(arguments: [
        ("gate*", "gate", true), ("gate*", "gate 7", true), ("gate*", "agate", false), ("*", "", true),
        ("*a*b", "xaxxb", true),
        ("*a*b", "xaxxbc", false), ("home", "home", true), ("home", "Home", false), ("a*a", "a", false),
        ("**", "x", true),
    ])
    func `A star stands for any text`(pattern: String, name: String, isMatch: Bool) throws {
        #expect(try #require(NamePattern(pattern)).matches(name) == isMatch)
    }

    @Test func `A hostile pattern costs little`() throws {
        let pattern = try #require(NamePattern(String(repeating: "*a", count: 120)))
        #expect(!pattern.matches(String(repeating: "a", count: 119) + String(repeating: "b", count: 130)))
    }
}
