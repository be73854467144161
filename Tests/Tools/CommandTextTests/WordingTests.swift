import Testing

@testable import CommandText

@Suite struct WordingTests {
    @Test(arguments: [
        (0, "less than 1 s"), (0.99, "less than 1 s"), (-3, "less than 1 s"), (1, "1 s"), (59.9, "59 s"), (60, "1 min"),
        (200, "3 min 20 s"), (599, "9 min 59 s"), (600, "10 min"), (3599, "59 min"), (3600, "1 h"),
        (7980, "2 h 13 min"),
        (86_399, "23 h 59 min"), (86_400, "1 d"), (277_200, "3 d 5 h"), (8_640_000, "100 d"), (1e9, "11,574 d"),
        (1e300, "11,574,074 d"), (.infinity, "less than 1 s"), (.nan, "less than 1 s"),
    ])
    func `Durations are in their two greatest units`(_ seconds: Double, _ words: String) {
        #expect(Wording.duration(seconds) == words)
    }

    @Test(arguments: [(0, "0°"), (12.3, "12°"), (359.4, "359°"), (359.7, "0°")])
    func `A course is less than a turn`(_ degrees: Double, _ words: String) {
        #expect(Wording.course(degrees) == words)
    }
}
