import LocationModel
import LocdTestSupport
import Testing

@Suite struct JSONLineTests {
    private func line(_ body: (inout JSONLine) -> Void) -> String {
        var line = JSONLine()
        line.begin(type: "t")
        body(&line)
        line.end()
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private func number(_ value: Double?, decimals: Int) -> String {
        String(line { $0.member("v", value, decimals: decimals) }.dropFirst(#"{"type":"t","v":"#.count).dropLast(2))
    }

    @Test(arguments: [
        (47.5000014, 7, "47.5000014"), (-0.0000001, 7, "-0.0000001"), (-0.00000004, 7, "0.0000000"), (-0.0, 1, "0.0"),
        (0.00000005, 7, "0.0000001"), (-180, 7, "-180.0000000"), (179.99999999, 7, "180.0000000"), (0.05, 1, "0.1"),
        (-0.25, 0, "0"), (-0.5, 0, "-1"), (12, 0, "12"), (1e15, 1, "1000000000000000.0"), (1e16, 1, "1e+16"),
        (-1.5e300, 2, "-1.5e+300"),
        (9.99, 1, "10.0"), (123456.789, 2, "123456.79"), (0.000000001, 9, "0.000000001"),
    ])
    func `Numbers have fixed decimals`(value: Double, decimals: Int, text: String) {
        #expect(number(value, decimals: decimals) == text)
    }

    @Test func `Unknown is absent`() {
        for value in [nil, Double.nan, .infinity, -.infinity] {
            #expect(line { $0.member("v", value, decimals: 1) } == "{\"type\":\"t\"}\n")
        }
        #expect(line { $0.member("v", Int?.none) } == "{\"type\":\"t\"}\n")
    }

    @Test func `Whole numbers reach their limits`() {
        #expect(line { $0.member("v", .min) } == "{\"type\":\"t\",\"v\":-9223372036854775808}\n")
        #expect(line { $0.member("v", .max) } == "{\"type\":\"t\",\"v\":9223372036854775807}\n")
        #expect(line { $0.member("v", 0) } == "{\"type\":\"t\",\"v\":0}\n")
    }

    @Test func `Seven decimals are never more than half a unit off`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let value = Double.random(in: -180...180, using: &random)
            let text = number(value, decimals: 7)
            #expect(text.split(separator: ".").last?.count == 7)
            #expect(abs(try #require(Double(text)) - value) <= 0.500001e-7)
        }
    }

    @Test func `Strings are escaped`() {
        let text = "a\"b\\c\n\t\u{0}\u{1f}\u{7f}/é\u{1F6F0}"
        #expect(
            line { $0.member("v", text) }
                == "{\"type\":\"t\",\"v\":\"a\\\"b\\\\c\\u000a\\u0009\\u0000\\u001f\u{7f}/é\u{1F6F0}\"}\n")
    }

    @Test func `Lines follow each other and memory is kept`() {
        var lines = JSONLine()
        for _ in 0..<2 {
            lines.begin(type: "a")
            lines.member("v", true)
            lines.end()
        }
        #expect(
            String(decoding: lines.bytes, as: UTF8.self) == "{\"type\":\"a\",\"v\":true}\n{\"type\":\"a\",\"v\":true}\n"
        )
        let capacity = lines.bytes.capacity
        lines.removeAll()
        #expect(lines.bytes.isEmpty && lines.bytes.capacity == capacity)
    }

    @Test func `Hexadecimal numbers are read as they are written`() {
        for value in [UInt64.min, 1, 0xFF, .max] { #expect(UInt64(hexadecimal: value.hexadecimal) == value) }
        #expect(UInt64(1).hexadecimal == "0000000000000001" && UInt8(10).hexadecimal == "0a")
        #expect(UInt8(hexadecimal: "Fe") == 254)
        for text in ["", "1", "+000000000000001", "000000000000000g", "-00000000000000f", "é0000000000000"] {
            #expect(UInt64(hexadecimal: text) == nil)
        }
    }
}
