import LocationModel
import LocdTestSupport
import Testing
import TrackTestSupport
import Tracks

@Suite struct TrackLineTests {
    @Test(arguments: everyRecord)
    func `Every record is read as it was written`(record: TrackRecord) {
        let text = line(record)
        #expect(TrackLine(parsing: text) == .record(record))
        #expect(TrackLine(parsing: String(text.dropLast()) + "\r\n") == .record(record))
    }

    @Test func `Location that is read and written is the same bytes`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            var location = Location(
                timestamp: Timestamp(
                    milliseconds: .random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator))
                    ?? .earliest,
                coordinate: Coordinate(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator)))
            location.altitude = .random(in: -500...9000, using: &generator)
            location.horizontalAccuracy = .random(in: 0.001...20, using: &generator)
            location.speed = .random(in: 0...400, using: &generator)
            location.course = .random(in: 0..<360, using: &generator)
            let text = line(.event(.location(location)))
            guard case .record(let record) = TrackLine(parsing: text) else {
                Issue.record("not read: \(text)")
                continue
            }
            #expect(line(record) == text)
        }
    }

    @Test func `Course that rounds to a full turn is north, and an accuracy of centimetres is not zero`() {
        var location = fullLocation()
        location.course = 359.97
        location.horizontalAccuracy = 0.014
        let text = line(.event(.location(location)))
        #expect(text.contains(#""course":0.0,"#) && text.contains(#""horizontalAccuracy":0.014,"#))
    }

    @Test(arguments: [
        // Keys in any order with any spaces, one that comes twice and counts the last time, some with escapes.
        #" { "longitude" : 8.5 , "latitude":47.5,"timestamp":"2026-11-21T06:00:00Z" , "type":"location" } "#,
        #"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":"no","latitude":1,"latitude":47.5,"longitude":8.5}"#,
        #"{"\u0074ype":"\u006cocation","timestamp":"2026-11-21T06:00:00Z","latitude":47.5,"longit\u0075de":8.5}"#,
        // Figures out of their range are absent.
        """
        {"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":47.5,"longitude":8.5,"horizontalAccuracy":0,\
        "verticalAccuracy":-1,"speed":-1,"course":361,"courseAccuracy":-1,"satellitesUsed":-3,"hdop":1e999,\
        "speedAccuracy":"fast","altitude":null,"fix":"4d","ellipsoidalAltitude":[],"simulated":1}
        """,
    ])
    func `A location is read however its line is written`(text: String) {
        #expect(TrackLine(parsing: text) == .record(.event(location("2026-11-21T06:00:00Z"))))
    }

    @Test func `Keys that are not known are skipped whatever they hold`() {
        let extras = [
            #""x":1"#, #""x":[]"#, #""x":{}"#, #""x":[1,[2,{"type":"pause"}],"}"]"#,
            #""x":{"a":{"b":[null,true,false]}}"#,
            #""x":"\u00e9\"\\""#, #""":-1.5e-7"#, #""horizontalaccuracy":"x""#,
        ]
        for extra in extras {
            let text =
                #"{"type":"location",\#(extra),"timestamp":"2026-11-21T06:00:00.000Z","latitude":47.5,"longitude":8.5}"#
            #expect(TrackLine(parsing: text) == .record(.event(location("2026-11-21T06:00:00Z"))), "\(extra)")
        }
    }

    @Test func `Type or cause of a newer version is unknown`() {
        #expect(TrackLine(parsing: #"{"type":"tunnel","timestamp":5,"latitude":"x"}"#) == .unknown(type: "tunnel"))
        let gap = #"{"type":"gap","from":"2026-11-21T06:00:00Z","to":"2026-11-21T07:00:00Z","cause":"aliens"}"#
        #expect(TrackLine(parsing: gap) == .unknown(type: "gap"))
    }

    @Test func `Header of a newer schema is read and not supported`() {
        guard case .record(.header(let header)) = TrackLine(parsing: #"{"type":"header","schema":2}"#) else {
            Issue.record("no header")
            return
        }
        #expect(header.schema == 2)
        #expect(!header.isSupported)
        #expect(TrackHeader(version: nil, receiver: nil).isSupported)
    }

    @Test func `Header text survives whatever it holds`() {
        let wild = "a\"\\/\n\u{1}\u{7f}é漢🛰️"
        let header = TrackRecord.header(TrackHeader(version: wild, receiver: wild))
        #expect(TrackLine(parsing: line(header)) == .record(header))
        let escaped = #"{"type":"header","schema":1,"version":"\ud83d\udef0\u00e9\b\f\n\r\t\/"}"#
        #expect(
            TrackLine(parsing: escaped)
                == .record(.header(TrackHeader(version: "🛰é\u{8}\u{c}\n\r\t/", receiver: nil))))
    }

    @Test(arguments: [
        "{", "}", "{}x", "[]", "1", "null", "\"type\"", "{\"type\"}", "{\"type\":}", "{\"type\":\"location\"",
        "{\"type\":\"location\",}", "{,}", "{\"a\":1 \"b\":2}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}",
        "{\"a\":1e}", "{\"a\":-}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":tru}", "{\"a\":nul", "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}", "{\"a\":\"\u{1}\"}", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":[1,]}", "{\"a\":[1}",
        "{\"a\":{1:2}}",
        "{\"a\":{\"b\"}}", "{'a':1}", "\0\0\0\0", "{\"speed\":", "{\"speed\":1e", "{\"timestamp\":\"2026",
    ])
    func `What is no JSON is said so`(text: String) {
        #expect(TrackLine(parsing: text).fault?.code == .notJSON)
    }

    @Test(arguments: [
        (#"{}"#, TrackLineFault.Code.noType, String?.none), (#"{"type":5}"#, .noType, nil),
        (#"{"type":null}"#, .noType, nil),
        (#"{"type":"\ud800"}"#, .noType, nil), (#"{"type":"location"}"#, .missing, "timestamp"),
        (#"{"type":"location","timestamp":"yesterday"}"#, .invalid, "timestamp"),
        (#"{"type":"location","timestamp":"2026-02-30T00:00:00.000Z"}"#, .invalid, "timestamp"),
        (#"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":1}"#, .missing, "longitude"),
        (
            #"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":90.1,"longitude":1}"#, .invalid,
            "latitude"
        ),
        (
            #"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":1,"longitude":1e400}"#, .invalid,
            "longitude"
        ),
        (#"{"type":"gap","from":"2026-11-21T06:00:00Z","cause":"noFix"}"#, .missing, "to"),
        (#"{"type":"header","schema":0}"#, .invalid, "schema"),
        (#"{"type":"header","schema":1.5}"#, .invalid, "schema"),
        (#"{"type":"header","schema":"1"}"#, .invalid, "schema"), (#"{"type":"header"}"#, .missing, "schema"),
        (
            #"{"type":"loss","from":"2026-11-21T06:00:00Z","to":"2026-11-21T06:00:00Z","lines":-1,"cause":"diskFull"}"#,
            .invalid, "lines"
        ),
    ])
    func `What is no record names the key`(text: String, code: TrackLineFault.Code, key: String?) {
        let fault = TrackLine(parsing: text).fault
        #expect(fault?.code == code)
        #expect(fault?.key == key)
    }

    @Test func `Nesting is bounded`() {
        func nested(_ depth: Int) -> TrackLine {
            let open = String(repeating: "[", count: depth)
            return TrackLine(parsing: "{\"type\":\"new\",\"x\":\(open)\(String(repeating: "]", count: depth))}")
        }
        #expect(nested(64) == .unknown(type: "new"))
        #expect(nested(65).fault?.code == .notJSON)
        #expect(nested(100_000).fault?.code == .notJSON)
    }

    @Test func `Numbers are rounded as the standard library rounds`() {
        var generator = SeededGenerator(seed: 3)
        var texts = [
            "0", "-0", "0.0000000", "9007199254740993", "179.9999999", "-179.99999999999999999999", "1e-7", "8.5E+0",
            "0.1000000000000000055511151231257827", "123456789012345678901234567890e-28", "5e-324", "00",
        ]
        for _ in 0..<300 {
            texts.append("\(Double.random(in: -180...180, using: &generator))")
            texts.append(
                "\(Int.random(in: -180...180, using: &generator)).\(UInt64.random(in: 0...UInt64.max, using: &generator))"
            )
        }
        for text in texts {
            let parsed = TrackLine(
                parsing: #"{"type":"location","timestamp":"2026-11-21T06:00:00Z","latitude":1,"longitude":\#(text)}"#)
            guard case .record(.event(.location(let location))) = parsed else {
                #expect(text == "00" || abs(Double(text) ?? 0) > 180, "\(text)")
                continue
            }
            #expect(location.coordinate.longitude == Double(text), "\(text)")
        }
    }

    @Test(arguments: everyRecord)
    func `Every prefix is no JSON`(record: TrackRecord) {
        let bytes = Array(line(record).utf8.dropLast())
        for count in 0..<bytes.count {
            let parsed = bytes[..<count].withUnsafeBufferPointer { TrackLine(parsing: $0) }
            #expect(parsed == .blank || parsed.fault?.code == .notJSON)
        }
    }
}

extension TrackLine {
    fileprivate var fault: TrackLineFault? {
        if case .malformed(let fault) = self { return fault }
        return nil
    }
}
