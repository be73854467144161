import LocdTestSupport
import NMEA
import Testing

/// The texts of the sentences in a stream, cut into pieces of a size.
private func sentences(
    in stream: [UInt8], inPiecesOf size: Int = .max, policy: ChecksumPolicy = .learned, isFinished: Bool = true
) -> [String] {
    var scanner = SentenceScanner(policy: policy)
    var result: [String] = []
    var index = 0
    while index < stream.count {
        let end = min(stream.count - index, size) + index
        stream[index..<end].withUnsafeBytes { piece in scanner.scan(piece) { result.append($0.text) } }
        index = end
    }
    if isFinished { scanner.finish { result.append($0.text) } }
    return result
}

private func sentences(in stream: String, policy: ChecksumPolicy = .learned, isFinished: Bool = true) -> [String] {
    sentences(in: Array(stream.utf8), policy: policy, isFinished: isFinished)
}

@Suite struct SentenceScannerTests {
    private static let bodies = ["GPRMC,,V,,,,,,,,,,N", "GPVTG,,,,,,,,,N", "GPGLL,,,,,,V,N"]
    private static let texts = bodies.map { "$" + $0 }

    @Test(arguments: ["\r\n", "\n", "\r", "\n\r\r\n", "", "\0", " \r\n", "\u{B5}b"])
    func `Any line end will do`(_ end: String) {
        // CR LF is one character.
        let stream = Self.bodies.map { line($0).dropLast(1) + end }.joined() as String
        #expect(sentences(in: stream) == Self.texts)
    }

    @Test(arguments: [
        (line("WIMWV,041.0,R,10.5,N,A"), "3 without a position"),
        (line("IIVHW,,,,,6.1,N,,"), "3 without a position"), (line("XXQQQ,1,2"), "3 without a position"),
        ("!AIVDM,1,1,,A,13aGt0PP0jPN@9fMPKVDJgwfR>`<,0*55\r\n", "3 of AIS"),
        (
            "$GPRMC,,V,,,,,,,,,,N*00\r\n",
            "3 refused with a wrong checksum (damaged on the line: check its cable and speed)"
        ),
        ("$" + String(repeating: "x", count: 1200) + "\r\n", "3 refused as too long"),
        (
            line("WIMWV,041.0,R,10.5,N,A") + String(repeating: "\u{1}", count: 99),
            "3 without a position, 297 bytes of another protocol (set the receiver to NMEA, or use gpsd)"
        ),
        ("1764000000.123;gps;" + line("WIMWV,041.0,R,10.5,N,A"), "3 without a position"),
    ])
    func `What gives no position is counted by reason`(_ text: String, _ words: String) {
        var scanner = SentenceScanner(policy: .learned)
        Array((text + text + text).utf8).withUnsafeBytes { scanner.scan($0) { _ in } }
        scanner.finish { _ in }
        #expect(scanner.statistics.withoutPosition == words)
    }

    @Test(
        arguments: [
            (line("GPGLL,,,,,,V,N"), 60, line("GPVTG,,,,,,,,,N"), 0, nil),
            (line("GPGLL,,,,,,V,N"), 60, "$GPGLL,,,,,,V,N*00\r\n", 6, nil),
            (
                line("GPGLL,,,,,,V,N"), 60, "$GPGLL,,,,,,V,N*00\r\n", 7,
                "7 refused with a wrong checksum (damaged on the line: check its cable and speed), 60 accepted"
            ),
            (
                line("GPGLL,,,,,,V,N"), 9, "$GPGLL,,,,,,V,N\r\n", 9,
                "9 refused without a checksum (checksum=optional accepts them), 9 accepted"
            ),
            (
                "!AIVDM,1,1,,A,13aGt0PP0jPN@9fMPKVDJgwfR>`<,0*55\r\n", 3,
                "$" + String(repeating: "x", count: 1200) + "\r\n",
                1,
                "1 refused as too long, 3 accepted"
            ),
            (
                line("GPGLL,,,,,,V,N"), 2, "\u{1}\u{2}\u{3}", 40,
                "120 bytes of another protocol (set the receiver to NMEA, or use gpsd), 2 accepted"
            ),
        ] as [(String, Int, String, Int, String?)])
    func `Of what is refused beside good sentences a tenth or more is said`(
        _ good: String, _ goods: Int, _ bad: String, _ bads: Int, _ words: String?
    ) {
        var scanner = SentenceScanner(policy: .learned)
        let stream = String(repeating: good, count: goods) + String(repeating: bad, count: bads)
        Array(stream.utf8).withUnsafeBytes { scanner.scan($0) { _ in } }
        scanner.finish { _ in }
        #expect(scanner.statistics.notableRefusals == words)
    }

    @Test func `The line end need not be awaited twice`() {
        // CR alone completes the sentence: at 4800 baud LF comes two milliseconds later.
        #expect(sentences(in: line(Self.bodies[0]).dropLast(1) + "\r", isFinished: false) == [Self.texts[0]])
        #expect(sentences(in: "$" + Self.bodies[0] + "*53", isFinished: false) == [])
        #expect(sentences(in: "$" + Self.bodies[0] + "*53") == [Self.texts[0]])
    }

    @Test func `A dollar inside begins anew`() {
        #expect(sentences(in: "$GPGGA,0301$" + line(Self.bodies[0]).dropFirst()) == [Self.texts[0]])
        #expect(sentences(in: "$$" + line(Self.bodies[0]).dropFirst()) == [Self.texts[0]])
    }

    @Test func `Whatever else the stream carries is skipped`() {
        var stream = Array("garbage\r\n!AIVDM,1,1,,A,13aGt0PP0jPN@9fMPKVDJgwfR>`<,0*55\r\n".utf8)
        stream += line(Self.bodies[0]).utf8
        stream += [0xB5, 0x62, 0x01, 0x07, 0x04, 0x00, 0x24, 0x2A, 0x35, 0x33, 0x0D]
        stream += line(Self.bodies[1]).utf8
        stream += [0xD3, 0x00, 0x04, 0x24, 0xFF, 0x24, 0x24]
        stream += Array("\\s:x,c:1564827317*25\\".utf8) + line(Self.bodies[2]).utf8
        #expect(sentences(in: stream) == Self.texts)
    }

    @Test func `How the bytes are cut changes nothing`() {
        var stream: [UInt8] = []
        var random = SeededGenerator(seed: 7)
        for round in 0..<200 {
            stream += line(Self.bodies[round % 3]).utf8
            stream += (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                UInt8(Int.random(in: 0..<256, using: &random))
            }
            if round % 40 == 0 { stream += [UInt8](repeating: UInt8(ascii: "x"), count: 1500) }
            if round % 50 == 0 { stream += [UInt8(ascii: "$")] + [UInt8](repeating: UInt8(ascii: "y"), count: 1500) }
        }
        let whole = sentences(in: stream)
        #expect(whole.count > 150)
        for size in [1, 2, 3, 7, 8, 13, 64, 1000] {
            #expect(sentences(in: stream, inPiecesOf: size) == whole, "pieces of \(size)")
        }
    }

    @Test func `A wrong checksum is refused`() {
        for bad in ["*54", "*5", "*", "*5G", "*532", "*54,", "*5 3"] {
            for policy in ChecksumPolicy.allCases {
                let stream = "$" + Self.bodies[0] + bad + "\r\n"
                #expect(sentences(in: stream, policy: policy) == [], "\(bad) \(policy)")
            }
        }
        #expect(sentences(in: "$GPXTE,A,A,0.67,L,N*6f\r\n") == ["$GPXTE,A,A,0.67,L,N"])
    }

    @Test func `A logger's column behind the checksum is not the sentence's`() {
        // Android's GnssLogger: NMEA, the sentence, milliseconds since 1970.
        for (prefix, suffix) in [("NMEA,", ",1795240800000\r\n"), ("", ",1.5\n"), ("\\g:1*1C\\", ",7,x\n")] {
            let stream = Self.bodies.map { prefix + line($0).dropLast() + suffix }.joined() as String
            #expect(sentences(in: stream) == Self.texts, "\(suffix)")
        }
        #expect(sentences(in: "$" + Self.bodies[0] + "*54,1795240800000\r\n") == [])
    }

    @Test func `A missing checksum is taken by policy`() {
        let bare = "$" + Self.bodies[0] + "\r\n"
        #expect(sentences(in: bare, policy: .required) == [])
        #expect(sentences(in: bare, policy: .optional) == [Self.texts[0]])
        #expect(sentences(in: bare, policy: .learned) == [Self.texts[0]])
        let proven = line("GPRMC,,V,,,,,,,,,,A")
        #expect(sentences(in: proven + bare, policy: .learned).count == 1)
        #expect(sentences(in: proven + bare, policy: .optional).count == 2)
    }

    @Test(arguments: [
        "WIMWV,200.0,R,12.0,N,A", "SDDBT,,f,10.2,M,,F", "GPVTG,,,,,,,,,N", "GNRMC,,V,,,,,,,,,,N", "PGRMM,WGS 84",
    ])
    func `Checksums of one talker and formatter demand none of another`(_ other: String) {
        let stream =
            line(other) + "$GPRMC,1,V\r\n" + line(other) + "$GPRMC,2,V\r\n" + line("GPRMC,3,V") + "$GPRMC,4\r\n"
        #expect(sentences(in: stream).filter { $0.hasPrefix("$GPRMC") } == ["$GPRMC,1,V", "$GPRMC,2,V", "$GPRMC,3,V"])
    }

    @Test func `A forged stream of addresses teaches no end`() {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let forged = letters.flatMap { first in letters.map { line("\(first)\($0)XYZ,1") } }
        #expect(sentences(in: forged.joined() + "$GPRMC,1,V\r\n").last == "$GPRMC,1,V")
    }

    @Test(arguments: [
        ("a,\"", "\"\r\n"), ("'", "';\r\n"), ("{\"nmea\":\"", "\\r\\n\"}\n"), ("<s>", "</s>\n"), ("10:00:00 ", " ok\n"),
        ("+GPSRD:", "\t7\n"), ("\\g:1-1-1,s:x*1C\\", "|x*00\n"), ("[5$] ", "]\n"),
    ])
    func `Text around a sentence is not read`(_ prefix: String, _ suffix: String) {
        let stream = Self.bodies.map { prefix + line($0).dropLast() + suffix }.joined() as String
        #expect(sentences(in: stream) == Self.texts)
        #expect(sentences(in: "\"" + Self.texts[0] + "\"\r\n") == [Self.texts[0]])
    }

    @Test func `Without a checksum only a line end completes`() {
        // Else a sentence cut off by the next would pass for a whole one.
        #expect(sentences(in: "$GPGGA,123519,48$GPGGA\r\n", policy: .optional) == ["$GPGGA"])
        #expect(sentences(in: "$GPGGA,123519,48\0", policy: .optional) == [])
    }

    @Test func `An overlong line is given up and the next is not`() {
        let fill = String(repeating: "x", count: SentenceScanner.maximumLength)
        #expect(sentences(in: "$\(fill)\r\n" + line(Self.bodies[0])) == [Self.texts[0]])
        let fits = "GPTXT," + String(repeating: "x", count: SentenceScanner.maximumLength - 10)
        #expect(sentences(in: line(fits)) == ["$" + fits])
    }

    @Test func `It counts what it meets`() {
        var scanner = SentenceScanner()
        var stream = Array(line(Self.bodies[0]).utf8)
        stream += Array("!AIVDM,1,1,,1,,0*56\r\n$GPVTG,*00\r\n$GPRMC,,\r\n$".utf8)
        stream += [UInt8](repeating: UInt8(ascii: "x"), count: 2000)
        stream.withUnsafeBytes { scanner.scan($0) { _ in } }
        let found = scanner.statistics
        #expect(found.bytes == UInt64(stream.count))
        #expect(found.sentences == 1 && found.checksummed == 1 && found.encapsulated == 1 && found.readable == 3)
        #expect(found.wrongChecksums == 1 && found.missingChecksums == 1 && found.overlong == 1)
    }

    @Test func `Dollars in binary data are no sentences`() {
        let frames: [[UInt8]] = [
            [0x24, 0x8F], [0x24, 0x41, 0x00], [0x24, 0x41, 0x0D], [0x24, 0x22],
            Array("$*53\r$a*0\0$G,*12\n$\n$\t".utf8),
        ]
        var scanner = SentenceScanner()
        for _ in 0..<20 {
            for frame in frames { frame.withUnsafeBytes { scanner.scan($0) { Issue.record("\($0.text)") } } }
        }
        let found = scanner.statistics
        #expect(found.wrongChecksums == 0 && found.missingChecksums == 0 && found.readable == 0)
        #expect(found.overlong == 0)
        // What was cut behind its address is damaged.
        Array("$GPRMC,0\0$PUBX,00,\0$PMTK001,3*3\r".utf8).withUnsafeBytes { scanner.scan($0) { _ in } }
        #expect(scanner.statistics.wrongChecksums == 3)
    }

    @Test func `An interruption forgets the beginning`() {
        var scanner = SentenceScanner()
        var result: [String] = []
        Array("$GPRMC,,V,,,".utf8).withUnsafeBytes { scanner.scan($0) { result.append($0.text) } }
        scanner.interrupt()
        Array(",,,,,,,N*53\r\n".utf8).withUnsafeBytes { scanner.scan($0) { result.append($0.text) } }
        #expect(result == [])
    }
}
