import FoundationEssentials
import NMEA
import Testing

/// A sentence of another parser's tests, with its verdict and the values that it states.
private struct Vector: Decodable, CustomTestStringConvertible {
    let suite: String
    let verdict: String
    let sentence: String
    let checksum_ok: Bool?
    let expected: [String: String]?
    let expected_source: String?

    var testDescription: String { sentence }

    static let all: [Vector] = {
        guard Samples.isThere, let lines = try? Samples.lines("reference/nmea-vectors.jsonl") else { return [] }
        return lines.compactMap { try? JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
    }()

    /// The numbers that a text holds: `Time{true, 22, 05, 16, 0}`, `{ -375165, 100 }`.
    static func numbers(in text: String) -> [Double] {
        text.split { !($0.isNumber || $0 == "-" || $0 == ".") }.compactMap { Double($0) }
    }

    /// What minmea's C initializer gives to a member, as numbers.
    func member(_ name: String) -> [Double]? {
        guard let source = expected_source else { return nil }
        for prefix in [".\(name) = ", "expected.\(name) = "] {
            guard let start = source.ranges(of: prefix).first?.upperBound else { continue }
            let value = source[start...].prefix { $0 != "}" && $0 != ";" && $0 != "\n" }
            // (struct minmea_float) { 9, 10 }
            let braces = value.lastIndex(of: "{").map { value[$0...] } ?? value
            return Self.numbers(in: String(braces))
        }
        return nil
    }

    /// A fraction of minmea: value, scale.
    func fraction(_ name: String) -> Double? {
        guard let member = member(name), member.count == 2, member[1] != 0 else { return nil }
        return member[0] / member[1]
    }

    /// A number of go-nmea.
    func number(_ name: String) -> Double? { expected?[name].flatMap { Double($0) } }

    /// An angle of either: `MustParseGPS("5133.82 N")`, plain degrees, or a fraction `dddmm.mmm`.
    func angle(_ name: String) -> Double? {
        if let plain = number(name) { return plain }
        if let text = expected?[name], let value = Self.numbers(in: text).first {
            return Self.degrees(value) * (text.contains(" S") || text.contains(" W") ? -1 : 1)
        }
        return fraction(name.lowercased()).map(Self.degrees)
    }

    private static func degrees(_ value: Double) -> Double {
        let whole = (abs(value) / 100).rounded(.down)
        return (whole + (abs(value) - whole * 100) / 60) * (value < 0 ? -1 : 1)
    }

    /// Milliseconds of the day of either.
    var clock: Int32? {
        if let parts = expected?["Time"].map(Self.numbers), parts.count == 4 {
            return Int32(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3])
        }
        if let parts = member("time"), parts.count == 4, parts[0] >= 0 {
            return Int32(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3] / 1000)
        }
        return nil
    }

    /// Day, month and year of either.
    var date: CalendarDate? {
        guard let parts = expected?["Date"].map(Self.numbers) ?? member("date"), parts.count == 3, parts[0] > 0 else {
            return nil
        }
        let year = Int(parts[2])
        return CalendarDate(
            year: year < 70 ? 2000 + year : year < 100 ? 1900 + year : year, month: Int(parts[1]), day: Int(parts[0]))
    }
}

private func isEqual(_ ours: Double?, _ theirs: Double?, unit: Double = 1) -> Bool {
    // They say 0 for a field that is empty, and what they do not state is not compared.
    guard let theirs else { return true }
    guard let ours else { return theirs == 0 || theirs.isNaN }
    return abs(ours - theirs * unit) < 1e-7
}

@Suite(.enabled(if: Samples.isThere, "the vectors are not beside the project"))
struct VectorTests {
    @Test func `There are all`() {
        #expect(Vector.all.count == 252)
    }

    /// Refused are wrong checksums, and what is no sentence at all. Valid ones are handed over whatever their kind.
    ///
    /// Three of minmea's verdicts are not ours, by one rule: it judges one line, we judge a stream, and in a stream
    /// another sentence may begin, and garbage may stand, before and behind a whole one.
    @Test(arguments: Vector.all) fileprivate func `Intact sentences are handed over`(_ vector: Vector) {
        var scanner = SentenceScanner(policy: .optional)
        var found: [String] = []
        Array(vector.sentence.utf8).withUnsafeBytes { scanner.scan($0) { found.append($0.text) } }
        scanner.finish { found.append($0.text) }
        let isOfStream = ["$$GPGGA", "gps: $", "$GPTXT,hello\n ", "$GPTXT,hello\r*24", "$GPTXT,hello\r\n$"]
        switch (vector.verdict, vector.checksum_ok) {
        case (_, false) where !isOfStream.contains { vector.sentence.hasPrefix($0) }: #expect(found == [])
        case ("valid", _), ("parse", _), ("valid-nocheck", _):
            #expect(found.count == 1)
            #expect(found.first == String(vector.sentence.prefix { $0 != "*" && !$0.isNewline }))
        case ("ok", true) where vector.sentence.hasPrefix("$"):
            #expect(found == [String(vector.sentence.prefix { $0 != "*" })])
        case ("invalid", _) where !isOfStream.contains { vector.sentence.hasPrefix($0) }: #expect(found == [])
        default: break
        }
    }

    /// What a valid vector states of position, time, date, motion and accuracy is what we read.
    @Test(arguments: Vector.all.filter { ["ok", "parse"].contains($0.verdict) && $0.checksum_ok != false })
    fileprivate func `Stated values are read`(_ vector: Vector) {
        guard let sentence = parse(vector.sentence) else { return }
        let knot = 1852.0 / 3600
        switch sentence {
        case .rmc(let rmc):
            if let clock = vector.clock { #expect(rmc.time?.milliseconds == clock) }
            if let date = vector.date { #expect(rmc.date == date) }
            #expect(isEqual(rmc.position?.latitude, vector.angle("Latitude")))
            #expect(isEqual(rmc.position?.longitude, vector.angle("Longitude")))
            #expect(isEqual(rmc.speed, vector.number("Speed") ?? vector.fraction("speed"), unit: knot))
            #expect(
                isEqual(rmc.course, (vector.number("Course") ?? vector.fraction("course")).map { $0 == 360 ? 0 : $0 }))
            #expect(isEqual(rmc.magneticVariation, vector.number("Variation") ?? vector.fraction("variation")))
        case .gga(let gga):
            if let clock = vector.clock { #expect(gga.time?.milliseconds == clock) }
            #expect(isEqual(gga.position?.latitude, vector.angle("Latitude")))
            #expect(isEqual(gga.position?.longitude, vector.angle("Longitude")))
            #expect(isEqual(gga.hdop, vector.number("HDOP") ?? vector.fraction("hdop")))
            #expect(isEqual(gga.altitude, vector.number("Altitude") ?? vector.fraction("altitude")))
            #expect(isEqual(gga.geoidSeparation, vector.number("Separation") ?? vector.fraction("height")))
            #expect(isEqual(gga.satellitesUsed.map(Double.init), vector.number("NumSatellites")))
        case .gns(let gns):
            #expect(gns.time?.milliseconds == vector.clock)
            #expect(isEqual(gns.position?.latitude, vector.angle("Latitude")))
            #expect(isEqual(gns.position?.longitude, vector.angle("Longitude")))
            #expect(isEqual(gns.altitude, vector.number("Altitude")) && isEqual(gns.hdop, vector.number("HDOP")))
            #expect(isEqual(gns.satellitesUsed.map(Double.init), vector.number("SVs")))
        case .gll(let gll):
            #expect(isEqual(gll.position?.latitude, vector.angle("Latitude")))
            #expect(isEqual(gll.position?.longitude, vector.angle("Longitude")))
            #expect(gll.isValid)
        case .gsa(let gsa):
            #expect(isEqual(gsa.pdop, vector.number("PDOP") ?? vector.fraction("pdop")))
            #expect(isEqual(gsa.hdop, vector.number("HDOP") ?? vector.fraction("hdop")))
            #expect(isEqual(gsa.vdop, vector.number("VDOP") ?? vector.fraction("vdop")))
            if let numbers = vector.expected?["SV"].map(Vector.numbers) {
                #expect(gsa.satellites.map(Double.init) == numbers)
            }
        case .gsv(let gsv):
            #expect(isEqual(Double(gsv.messages), vector.number("TotalMessages") ?? vector.member("total_msgs")?.first))
            #expect(isEqual(Double(gsv.message), vector.number("MessageNumber") ?? vector.member("msg_nr")?.first))
        case .vtg(let vtg):
            #expect(isEqual(vtg.course, vector.number("TrueTrack") ?? vector.fraction("true_track_degrees")))
            #expect(isEqual(vtg.speed, vector.number("GroundSpeedKnots") ?? vector.fraction("speed_knots"), unit: knot))
        case .zda(let zda):
            if let day = vector.number("Day"), let month = vector.number("Month"), let year = vector.number("Year") {
                #expect(zda.date == CalendarDate(year: Int(year), month: Int(month), day: Int(day)))
            } else {
                #expect(zda.date == vector.date)
            }
            if let clock = vector.clock { #expect(zda.time?.milliseconds == clock) }
        case .gst(let gst):
            #expect(isEqual(gst.semiMajor, vector.fraction("semi_major_deviation")))
            #expect(isEqual(gst.latitude, vector.fraction("latitude_error_deviation")))
            #expect(isEqual(gst.altitude, vector.fraction("altitude_error_deviation")))
        case .gbs(let gbs):
            #expect(isEqual(gbs.latitudeError, vector.fraction("err_latitude")))
        case .heading(let heading):
            #expect(isEqual(heading.trueHeading ?? heading.magneticHeading, vector.number("Heading")))
        case .pgrme(let pgrme):
            #expect(isEqual(pgrme.horizontal, vector.number("Horizontal")))
            #expect(isEqual(pgrme.vertical, vector.number("Vertical")))
        case .pubx00, .psrfepe:
            break
        }
    }
}
