import Testing

@testable import LocdConfiguration

/// What is wrong with a file: where, which key, what, and what to do.
@Suite struct ConfigurationProblemTests {
    struct Broken: Sendable, CustomTestStringConvertible {
        var text: String
        var code: ConfigurationProblem.Code
        var place: String
        var key: String?
        var says: String

        var testDescription: String { text.quoted }

        init(_ text: String, _ code: ConfigurationProblem.Code, _ place: String, _ key: String?, _ says: String) {
            (self.text, self.code, self.place, self.key, self.says) = (text, code, place, key, says)
        }
    }

    static let broken = [
        // Keys.
        Broken(
            "recorder:\n  distanceFiltr: 10\n", .unknownKey, "2:3", "recorder.distanceFiltr",
            "did you mean recorder.distanceFilter?"),
        Broken("recoder:\n  distanceFilter: 10\n", .unknownKey, "1:1", "recoder", "did you mean recorder?"),
        Broken("Recorder:\n", .unknownKey, "1:1", "Recorder", "did you mean recorder?"),
        Broken(
            "receiver:\n  staleafter: 10\n", .unknownKey, "2:3", "receiver.staleafter",
            "did you mean receiver.staleAfter?"),
        Broken(
            "receiver:\n  colour: red\n", .unknownKey, "2:3", "receiver.colour", "the nearest one is receiver.source"),
        Broken("distanceFilter: 10\n", .unknownKey, "1:1", "distanceFilter", "Write distanceFilter: below recorder:"),
        Broken("tracks:\n  socket: /run/s\n", .unknownKey, "2:3", "tracks.socket", "did you mean api.socket?"),
        Broken(
            "recorder.distanceFilter: 10\n", .unknownKey, "1:1", "recorder.distanceFilter",
            "Write distanceFilter: below recorder:"),
        Broken("recorder:\n  \"\": 10\n", .unknownKey, "2:3", "recorder.\"\"", "nearest"),
        Broken(
            "recorder:\n  distanceFilter: 5\n  maximumAge: 1\n  distanceFilter: 6\n", .duplicateKey, "4:3",
            "recorder.distanceFilter", "in line 2"),
        Broken("log:\n  level: info\n\nlog:\n  level: info\n", .duplicateKey, "4:1", "log", "in line 1"),
        Broken("recorder:\n  ? [a, b]\n  : 1\n", .wrongType, "2:5", nil, "instead of a key"),
        // Shapes.
        Broken("- recorder\n", .wrongType, "1:1", nil, "map of keys, found a list"),
        Broken("hello\n", .wrongType, "1:1", nil, "map of keys, found the text \"hello\""),
        Broken("recorder:\n- distanceFilter: 10\n", .wrongType, "2:1", "recorder", "map of keys, found a list"),
        Broken("recorder: 10\n", .wrongType, "1:11", "recorder", "map of keys, found the text \"10\""),
        Broken(
            "recorder:\n  distanceFilter: [10]\n", .wrongType, "2:19", "recorder.distanceFilter",
            "found a list instead of a value"),
        Broken(
            "recorder:\n  distanceFilter:\n    metres: 10\n", .wrongType, "3:5", "recorder.distanceFilter",
            "found a map instead of a value"),
        Broken(
            "recorder:\n  distanceFilter:\n", .wrongType, "2:3", "recorder.distanceFilter",
            "the value is missing; write a number from 0.01 to 100000 (metres), or none, or remove the key to use 10"),
        Broken(
            "recorder:\n  distanceFilter: ~\n", .wrongType, "2:19", "recorder.distanceFilter", "the value is missing"),
        Broken(
            "recorder:\n  distanceFilter: null\n", .wrongType, "2:19", "recorder.distanceFilter", "the value is missing"
        ),
        Broken("tracks:\n  directory: |\n    /srv\n", .wrongType, "2:14", "tracks.directory", "a block of lines"),
        // YAML.
        Broken("recorder:\n\tdistanceFilter: 10\n", .syntax, "2:1", nil, "there is a tab in this line"),
        Broken("recorder:\n  distanceFilter: 10\n maximumAge: 1\n", .syntax, "3:2", nil, "not YAML"),
        Broken("recorder: {distanceFilter: 10\n", .syntax, "2:1", nil, "not YAML"),
        Broken("recorder:\n  source: \"gpsd\n", .syntax, "3:1", nil, "not YAML"),
        Broken("receiver:\n  source: a: b\n", .syntax, "2:12", nil, "in quotes if it contains a colon"),
        Broken("receiver: @x\n", .syntax, "1:11", nil, "not YAML"),
        Broken("log:\n  level: in\u{1}fo\n", .syntax, "2:12", nil, "control characters are not allowed"),
        Broken("log: &a\n  level: info\n", .unsupported, "1:6", nil, "anchors (&) and aliases (*)"),
        Broken("log:\n  level: *a\n", .unsupported, "2:10", nil, "anchors (&) and aliases (*)"),
        Broken("log:\n  level: !!str info\n", .unsupported, "2:10", nil, "\"tag:yaml.org,2002:str\""),
        Broken("log:\n  level: info\n---\nlog:\n  level: info\n", .unsupported, "3:1", nil, "a second document"),
        Broken("log:\n  level: info\n---\n", .unsupported, "3:1", nil, "a second document"),
    ]

    @Test(arguments: broken)
    func `Broken file is refused, with place key and remedy`(_ broken: Broken) throws {
        let found = problems(broken.text)
        let problem = try #require(found.first)
        #expect(found.count == 1, "\(found)")
        #expect(problem.code == broken.code)
        #expect(problem.origin.place == broken.place)
        #expect(problem.key == broken.key)
        #expect(problem.description.contains(broken.says), "\(problem)")
        #expect(problem.description.hasPrefix("f:\(broken.place): "))
        #expect(!problem.description.contains("\n"))
        #expect(!problem.remedy.isEmpty)
    }

    @Test func `Every problem of a file is said at once, in its order`() {
        let found = problems(
            """
            receiver:
              sauce: gpsd://localhost
              staleAfter: 0
            log: [info]
            recorder:
              enabled: yes
              enabled: no
              powerSaving: 5
            tracks:
              sync: &x 5
              rotate: 7 parsecs
            recorder: {
            """, environment: ["LOCD_LOG_LEVEL": "loud", "LOCD_API_SOCKETS": "/x"])
        #expect(
            found.map { "\($0.origin.place) \($0.code)" } == [
                "2:3 unknownKey", "3:15 outOfRange", "4:6 wrongType", "6:12 wrongType", "7:3 duplicateKey",
                "8:3 unknownKey", "10:9 unsupported", "11:11 badValue", "12:1 duplicateKey", "13:1 syntax",
                "LOCD_LOG_LEVEL badValue", "LOCD_API_SOCKETS unknownKey",
            ])
    }

    @Test func `Line and column count characters`() throws {
        let problem = try #require(problems("# Größe\nrecorder: {\"smoothing\": \"ä\", distanceFilter: wide}\n").last)
        #expect(problem.origin.place == "2:46")
        let afterMark = try #require(problems("\u{FEFF}recoder: {}\n").first)
        #expect(afterMark.origin.place == "1:1")
    }

    @Test func `Text of the file cannot drive a terminal, nor fill it`() throws {
        let hostile = try #require(problems("recorder:\n  \"\\e[2J\\u2028\\u202E\": 1\n").first)
        #expect(hostile.key == #"recorder."\u001B[2J\u2028\u202E""#)
        let long = try #require(problems("log:\n  level: \(String(repeating: "x", count: 5000))\n").first)
        #expect(long.description.count < 300)
    }

    @Test func `Problems are counted, and only so many kept`() {
        let text = (0..<5000).map { "key\($0): 1\n" }.joined()
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.problems.count == ConfigurationProblemList.limit)
        #expect(error?.omitted == 5000 - ConfigurationProblemList.limit)
        #expect(error?.description.hasSuffix("\nand \(5000 - ConfigurationProblemList.limit) further problems") == true)
    }

    @Test(arguments: [
        "[", "{", "- ", "? ", "a: ", "[{", "!a ", "&a ", "*a ", "'", "\"\\", "%", "---\n", "recorder: ", "\u{FEFF}",
        "|\n ",
    ])
    func `Repetition without end is refused, without harm`(_ piece: String) {
        let text = String(repeating: piece, count: 60_000 / piece.utf8.count)
        #expect(problems(text).allSatisfy { $0.origin.place.contains(":") })
        #expect(!problems("recorder:\n  distanceFilter: " + text).isEmpty || piece == "\u{FEFF}")
    }

    @Test(arguments: [
        "", "\n", "# nothing\n", "---\n", "--- {}\n", "~\n", "recorder:\n", "recorder: {}\n",
        "recorder: null\n",
        "recorder:\n  # distanceFilter: 10\nlog:\n", "%YAML 1.2\n---\nlog:\n", "\"log\": {\"level\": \"info\"}\n",
        "log: {level: info,}\r\n",
    ])
    func `File that says nothing new means defaults`(_ text: String) throws {
        #expect(try read(text).configuration == Configuration())
    }
}
