import Testing

@testable import LocdClient

@Suite struct WordingTests {
    @Test(arguments: [
        (0, "less than 1 s"), (0.99, "less than 1 s"), (-3, "less than 1 s"), (1, "1 s"), (59.9, "59 s"), (60, "1 min"),
        (200, "3 min 20 s"), (599, "9 min 59 s"), (600, "10 min"), (3599, "59 min"), (3600, "1 h"),
        (7980, "2 h 13 min"),
        (86_399, "23 h 59 min"), (86_400, "1 d"), (277_200, "3 d 5 h"), (8_640_000, "100 d"), (1e9, "11,574 d"),
        (1e300, "11,574,074 d"), (.infinity, "less than 1 s"), (.nan, "less than 1 s"),
    ])
    func durationsAreInTheirTwoGreatestUnits(_ seconds: Double, _ words: String) {
        #expect(Wording.duration(seconds) == words)
    }

    @Test(arguments: [
        (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (9950, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"), (1_234_567, "1.2 MB"), (35_000_000_000, "35 GB"), (.max, "9.2 EB"),
    ])
    func sizesAreInDecimalUnits(_ bytes: Int, _ words: String) {
        #expect(Wording.size(bytes) == words)
    }

    @Test(arguments: [(3.0, "± 3 m"), (3.24, "± 3.2 m"), (9.96, "± 10 m"), (10.4, "± 10 m"), (1400, "± 1400 m")])
    func accuraciesAreAsFineAsTheyMatter(_ meters: Double, _ words: String) {
        #expect(Wording.accuracy(meters) == words)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func countsAreGroupedByThousands(_ count: Int, _ words: String) {
        #expect(Wording.grouped(count) == words)
    }

    @Test func decimalsAreKeptAndSigned() {
        #expect(Wording.decimal(-8.500_002_1, 7) == "-8.5000021")
        #expect(Wording.decimal(-0.04, 1) == "0.0")
        #expect(Wording.decimal(-0.05, 1) == "-0.1")
        #expect(Wording.decimal(0.000_000_1, 7) == "0.0000001")
        #expect(Wording.decimal(.infinity, 2) == "inf")
    }

    @Test(arguments: [(0, "0°"), (12.3, "12°"), (359.4, "359°"), (359.7, "0°")])
    func aCourseIsLessThanATurn(_ degrees: Double, _ words: String) {
        #expect(Wording.course(degrees) == words)
    }
}
