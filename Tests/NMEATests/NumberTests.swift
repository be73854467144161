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
    func wholeNumbers(_ text: String, _ value: Int?) {
        let (found, next) = reading(text) { $0.integer(in: -999...999) }
        #expect(found == value && next == UInt8(ascii: "7"))
    }

    @Test(
        arguments: [
            ("", nil), (".", nil), ("-.", nil), (".5", 0.5), ("-.5", -0.5), ("5.", 5), ("1.2.3", nil), ("1..2", nil),
            ("1,2", 1), ("--1", nil), ("1-2", nil), ("1e3", nil), (" 1", nil), ("1 ", nil), ("-0", 0),
            ("4730.3121371", 4730.3121371), ("0.1234567894", 0.123456789), ("9999999999.5", 9_999_999_999.5),
            ("99999999999", nil), ("00000000001", nil), ("0.99999999999999999999999999", 0.999999999),
        ] as [(String, Double?)])
    func decimals(_ text: String, _ value: Double?) {
        let (found, next) = reading(text) { $0.number() }
        #expect(found == value)
        #expect(next == (text == "1,2" ? UInt8(ascii: "2") : UInt8(ascii: "7")))
    }

    @Test func beyondTheEndThereAreOnlyEmptyFields() {
        Array("GPGSA,5".utf8).withUnsafeBytes { bytes in
            var reader = FieldReader(bytes, from: 6)
            #expect(reader.integer(in: 0...9) == 5)
            for _ in 0..<3 {
                #expect(!reader.hasMore && reader.integer(in: 0...9) == nil && reader.number() == nil)
            }
        }
    }
}
