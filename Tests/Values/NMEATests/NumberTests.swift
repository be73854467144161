import LocdTestSupport
import Testing

@testable import NMEA

@Suite struct NumberTests {
    private func reading<Value>(_ text: String, _ read: (inout FieldReader) -> Value) -> (value: Value, next: UInt8?) {
        Array("\(text),7".utf8).withUnsafeBytes { bytes in
            var reader = FieldReader(bytes, from: 0)
            let value = read(&reader)
            return (value, reader.letter())
        }
    }

    /// Whatever stands in a field, the next one is read.
    @Test(
        arguments: [
            ("", nil), ("0", 0), ("7", 7), ("007", 7), ("+7", 7), ("-7", -7), ("7.", 7), ("-7.", -7), ("999", 999),
            ("7.0", nil), (".", nil), ("-", nil), ("+-7", nil), ("7-", nil), ("7x", nil), ("x7", nil), ("7.x", nil),
            ("1000", nil), ("-1000", nil), ("0000000007", 7), ("00000000007", nil), ("99999999999999999999", nil),
            ("18446744073709551623", nil),
        ] as [(String, Int?)])
    func `Whole numbers`(_ text: String, _ value: Int?) {
        let (found, next) = reading(text) { $0.integer(in: -999...999) }
        #expect(found == value && next == UInt8(ascii: "7"))
    }

    @Test(
        arguments: [
            ("", nil), (".", nil), ("-.", nil), (".5", 0.5), ("-.5", -0.5), ("5.", 5), ("1.2.3", nil), ("1..2", nil),
            ("1,2", 1), ("--1", nil), ("1-2", nil), ("1e3", nil), (" 1", 1), ("1 ", 1), ("  -1.5  ", -1.5),
            ("1 2", nil), ("- 1", nil), ("  ", nil), ("-0", 0),
            ("4730.3121371", 4730.3121371), ("0.1234567894", 0.123456789), ("9999999999.5", 9_999_999_999.5),
            ("99999999999", nil), ("00000000001", nil), ("0.99999999999999999999999999", 0.999999999),
        ] as [(String, Double?)])
    func `Decimals`(_ text: String, _ value: Double?) {
        let (found, next) = reading(text) { $0.number() }
        #expect(found == value)
        #expect(next == (text == "1,2" ? UInt8(ascii: "2") : UInt8(ascii: "7")))
    }

    @Test(
        arguments: [
            ("", nil), ("A", "A"), (" A", "A"), ("A ", "A"), ("  A  ", "A"), (" ", nil), ("   ", nil), ("AB", nil),
            ("A B", nil),
        ] as [(String, Character?)])
    func `Letters`(_ text: String, _ value: Character?) {
        let (found, next) = reading(text) { $0.letter() }
        #expect(found == value?.asciiValue && next == UInt8(ascii: "7"))
    }

    @Test func `Beyond the end there are only empty fields`() {
        Array("GPGSA,5".utf8).withUnsafeBytes { bytes in
            var reader = FieldReader(bytes, from: 6)
            #expect(reader.integer(in: 0...9) == 5)
            for _ in 0..<3 {
                #expect(!reader.hasMore && reader.integer(in: 0...9) == nil && reader.number() == nil)
            }
        }
    }

    private struct Reading: Equatable {
        var number: UInt64?
        var integer: Int?
        var degrees: Double?
        var time: TimeOfDay?
        var date: CalendarDate?
        var next: [UInt8?]
    }

    private func reading(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> Reading {
        var rest: [UInt8?] = []
        func read<Value>(_ value: (inout FieldReader) -> Value) -> Value {
            var reader = FieldReader(bytes, count: count, from: 0)
            defer { rest.append(reader.letter()) }
            return value(&reader)
        }
        let number = read { $0.number()?.bitPattern }
        let integer = read { $0.integer(in: -1_000_000...1_000_000) }
        let degrees = read { $0.degrees(upTo: 180) }
        let time = read { $0.timeOfDay() }
        let date = read { $0.date() }
        return Reading(number: number, integer: integer, degrees: degrees, time: time, date: date, next: rest)
    }

    /// Eight digits at a time or one, where nothing may be read behind the sentence: the values are the same to the
    /// last bit.
    @Test(arguments: 0..<4) func `Fields read the same whatever stands behind the sentence`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let kinds = ["0123456789", "0123456789.", "0123456789.-+,", "0019.-AN*$ \u{7F}"].map { Array($0.utf8) }
        for _ in 0..<5000 {
            let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            let length = Int.random(in: 0..<14, using: &random)
            let field = (0..<length).map { _ in kind[Int.random(in: 0..<kind.count, using: &random)] }
            let sentence = field + (Bool.random(using: &random) ? Array(",7".utf8) : [])
            let alone = sentence.withUnsafeBytes { reading($0, sentence.count) }
            for tail in ["*45\r\n$GPGGA,1234567", "\r\n0123456789", "*"] {
                let both = (sentence + Array(tail.utf8)).withUnsafeBytes { reading($0, sentence.count) }
                #expect(both == alone, "\(String(decoding: sentence, as: UTF8.self)) before \(tail)")
            }
        }
    }

    /// What the standard library reads, correctly rounded, up to fifteen digits.
    @Test func `Numbers are those of the standard library`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let whole = Int.random(in: 0..<7, using: &random)
            let text =
                (Bool.random(using: &random) ? "-" : "") + digits(whole, &random) + "."
                + digits(Int.random(in: 1..<9, using: &random), &random)
            let (found, next) = reading(text + ",1234567") { $0.number() }
            #expect(found == Double(text) && next == nil, "\(text)")
        }
    }

    private func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
        String((0..<count).map { _ in Character("\(Int.random(in: 0..<10, using: &random))") })
    }
}
