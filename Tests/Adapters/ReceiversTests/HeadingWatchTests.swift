import LocationModel
import LocationServices
import NMEA
import Testing

@testable import Receivers

@Suite struct HeadingWatchTests {
    private var watch = HeadingWatch()

    /// What the decoder makes of a sentence.
    private static func heading(_ sentence: String) -> HeadingSentence? {
        var found: HeadingSentence?
        var scanner = SentenceScanner(policy: .optional)
        Array("\(sentence)\r\n".utf8).withUnsafeBytes { buffer in
            scanner.scan(buffer) { raw in
                if case .heading(let heading)? = Sentence(raw) { found = heading }
            }
        }
        return found
    }

    @Test mutating func `Without a compass sentences are asked for no longer`() {
        #expect(watch.wantsSentences && watch.deadline == nil)
        #expect(watch.sentence(nil, at: .seconds(4)) == nil)
        #expect(watch.deadline == .seconds(7))
        watch.tick(at: .milliseconds(6999))
        #expect(watch.wantsSentences)
        watch.tick(at: .seconds(7))
        #expect(!watch.wantsSentences)
    }

    @Test mutating func `They are tried again every now and then and with a new device`() {
        _ = watch.sentence(nil, at: .zero)
        watch.tick(at: .seconds(3))
        #expect(watch.deadline == .seconds(603))
        watch.tick(at: .seconds(603))
        #expect(watch.wantsSentences && watch.deadline == nil)
        _ = watch.sentence(nil, at: .seconds(604))
        watch.tick(at: .seconds(607))
        #expect(!watch.wantsSentences)
        watch.opened()
        #expect(watch.wantsSentences)
    }

    @Test mutating func `A compass is followed until it falls silent`() throws {
        let sentence = try #require(Self.heading("$GPHDT,123.4,T"))
        for second in 0..<100 {
            #expect(watch.sentence(sentence, at: .seconds(second)) == Heading(trueHeading: 123.4))
            _ = watch.sentence(nil, at: .seconds(second))
            watch.tick(at: .seconds(second))
            #expect(watch.wantsSentences)
        }
        watch.tick(at: .seconds(128))
        #expect(watch.wantsSentences)
        watch.tick(at: .seconds(129))
        #expect(!watch.wantsSentences)
    }

    @Test(
        arguments: [
            ("$GPHDT,123.4,T", nil, 123.4), ("$HCHDM,97.3,M", 97.3, nil), ("$HCHDG,98.3,1.0,W,2.6,E", 97.3, 99.9),
            ("$INHDG,98.3,,,,", 98.3, nil), ("$GNTHS,1.2,A", nil, 1.2),
        ] as [(String, Double?, Double?)])
    func `True and magnetic north are distinguished`(sentence: String, magnetic: Double?, true: Double?) throws {
        var watch = HeadingWatch()
        let said = watch.sentence(Self.heading(sentence), at: .zero)
        let heading = try #require(said)
        func isNear(_ a: Double?, _ b: Double?) -> Bool { a == b || abs((a ?? .infinity) - (b ?? 0)) < 1e-9 }
        #expect(isNear(heading.magneticHeading, magnetic) && isNear(heading.trueHeading, `true`))
    }

    @Test mutating func `A sensor that marks its reading invalid is no compass`() {
        #expect(watch.sentence(Self.heading("$GNTHS,1.2,V"), at: .zero) == nil)
        watch.tick(at: .seconds(3))
        #expect(!watch.wantsSentences)
    }
}
