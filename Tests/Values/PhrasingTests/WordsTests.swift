import Phrasing
import Testing

@Suite("Figures as a person reads them")
struct WordsTests {
    @Test func `Ways have the units of their system`() {
        #expect(UnitSystem.metric.distance(123.44) == "123.4 m")
        #expect(UnitSystem.metric.distance(12_345.6) == "12.346 km")
        #expect(UnitSystem.imperial.distance(100) == "328 ft")
        #expect(UnitSystem.imperial.length(458.4) == "1,504 ft")
        #expect(UnitSystem.imperial.length(3) == "9.8 ft")
        #expect(UnitSystem.metric.length(-1234.56) == "-1,234.6 m")
        #expect(UnitSystem.metric.length(-0.4) == "-0.4 m")
        #expect(UnitSystem.metric.roundDistance(2_932_000) == "2,932.0 km")
        #expect(UnitSystem.imperial.distance(1609.344) == "1.000 mi")
        #expect(UnitSystem.nautical.distance(1852) == "1.000 NM")
        #expect(UnitSystem.nautical.distance(100) == "100.0 m")
        #expect(UnitSystem.metric.roundDistance(12_345) == "12.3 km")
    }

    @Test func `Speeds have the units of their system`() {
        #expect(UnitSystem.metric.speed(10) == "36.0 km/h")
        #expect(UnitSystem.imperial.speed(44.704) == "100.0 mph")
        #expect(UnitSystem.nautical.speed(1852.0 / 3600) == "1.0 kn")
    }

    @Test func `Without UTF-8 signs are words`() {
        #expect(Words.ascii("● Parked · ± 3 m → 47°") == "* Parked - +/- 3 m -> 47 deg")
        #expect(Words.ascii("\u{2800}\u{28FF}\u{2801}") == " **")
        #expect(Words.ascii("Zürich, 東京\n") == "Z?rich, ??\n")
        #expect(Words.ascii("\u{1B}[1mplain\u{1B}[0m") == "\u{1B}[1mplain\u{1B}[0m")
    }

    @Test func `Plurals are right`() {
        #expect(Words.counted(1, "trip") == "1 trip")
        #expect(Words.counted(0, "trip") == "0 trips")
        #expect(Words.counted(12_345, "fix", plural: "fixes") == "12,345 fixes")
    }

    @Test(arguments: [
        (0.4, "0 s"), (59.6, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (599.6, "9 min 59 s"), (3599, "59 min"),
        (3600, "1 h"), (7500, "2 h 05 min"), (86_399, "23 h 59 min"), (86_400, "1 d"), (90_000, "1 d 1 h"),
        (8_700_000, "100 d"), (.infinity, "?"), (1e300, "?"),
    ])
    func `Durations are as fine as they matter`(seconds: Double, text: String) {
        #expect(Words.duration(seconds) == text)
    }

    @Test(arguments: [
        (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (9950, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"), (1_234_567, "1.2 MB"), (35_000_000_000, "35 GB"), (.max, "9.2 EB"),
    ])
    func `Sizes are in decimal units`(_ bytes: Int64, _ words: String) {
        #expect(Words.size(bytes) == words)
    }

    @Test(arguments: [(3.0, "± 3 m"), (3.24, "± 3.2 m"), (9.96, "± 10 m"), (10.4, "± 10 m"), (1400, "± 1,400 m")])
    func `Accuracies are as fine as they matter`(_ metres: Double, _ words: String) {
        #expect(UnitSystem.metric.accuracy(metres) == words)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func `Counts are grouped by thousands`(_ count: Int, _ words: String) {
        #expect(Words.grouped(count) == words)
    }

    @Test func `Decimals are kept and signed`() {
        #expect(Figure.decimal(-8.500_002_1, 7) == "-8.5000021")
        #expect(Figure.decimal(-0.04, 1) == "0.0")
        #expect(Figure.decimal(-0.05, 1) == "-0.1")
        #expect(Figure.decimal(0.000_000_1, 7) == "0.0000001")
        #expect(Figure.decimal(.infinity, 2) == "inf")
    }

    @Test(arguments: [
        ("90", 90.0), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("12h", 43_200), ("3d", 259_200), ("2w", 1_209_600),
        ("2hours", 7200), ("1.5h", 5400),
    ])
    func `Lengths of time are read`(text: String, seconds: Double) {
        #expect(TimeSpan(text)?.seconds == seconds)
    }

    @Test(arguments: ["", "s", "5x", "30m1h", "5m5m", "-5m", "1e3", "5 m", "h5"])
    func `Other lengths are refused`(text: String) {
        #expect(TimeSpan(text) == nil)
    }

    @Test(arguments: [
        ("staus", "status"), ("wach", "watch"), ("tack", "track"), ("wtach", "watch"), ("xyz", nil),
    ])
    func `A mistyped verb is recognized`(word: String, expected: String?) {
        let nearest = NearestName.nearest(to: word, among: ["run", "status", "watch", "track", "why"])
        #expect(nearest.flatMap { $0.isLikely ? $0.name : nil } == expected)
    }

    @Test func `Hostile text is harmless`() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789.,-+°'\"NSEWnsew geo:;=\u{2212}\u{0}é@tz:agodhmw")
        for _ in 0..<5000 {
            let text = String((0..<Int.random(in: 0...24, using: &generator)).map { _ in alphabet.randomElement()! })
            _ = Angle(text)
            _ = TimeSpan(text)
            _ = ArgumentList.protectingFigures([text])
        }
    }
}
