import LocdTestSupport
import NMEA
import Testing

@Suite struct MutationTests {
    private static let seeds = [
        "GPRMC,081836.75,A,3751.65,S,14507.36,E,010.0,360.0,130998,011.3,W,D",
        "GNGGA,203415.000,6325.6138,N,01021.4290,E,1,8,2.42,72.5,M,41.5,M,,",
        "GNGNS,014035.00,4332.69262,S,17235.48549,E,RR,13,0.9,25.63,11.24,,",
        "GPGLL,3926.7952,N,12000.5947,W,022732,A,A",
        "GNGSA,A,3,13,12,22,19,08,21,,,,,,,1.05,0.64,0.83,4",
        "GPGSV,3,1,11,09,57,333,29.0,07,54,227,,04,49,043,24.5,03,43,129,,1", "GPVTG,188.36,T,,M,0.820,N,1.519,K,A",
        "GPZDA,172809.456,12,07,1996,00,00", "GPGST,024603.00,3.2,6.6,4.7,47.3,5.8,5.6,22.0",
        "GPGBS,015509.00,-0.031,-0.186,0.219,19,0.000,-0.354,6.972", "HCHDG,358.0,3.0,E,4.0,W", "INTHS,123.456,A",
        "PGRME,3.3,M,4.9,M,6.0,M",
        "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,3.6,77.52,0.007,,0.92,1.19,0.77,9,0,0",
    ]

    /// Sentences with bytes changed, fields dropped, doubled or filled with digits, their checksums right: whatever
    /// they say, nothing crashes, and what comes out is in range.
    @Test(arguments: 0..<Rounds.of(8)) func `Mutated sentences give values in range or none`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var policy = EpochPolicy()
        if seed.isMultiple(of: 2) { policy.rolloverReference = 1_795_219_200_000 }
        var decoder = NMEADecoder(policy: policy)
        for _ in 0..<5000 {
            let body = mutate(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)], &random)
            Array(line(body).utf8).withUnsafeBytes { decoder.decode($0) { check($0, body) } }
        }
        decoder.finish { check($0, "the end") }
        #expect(decoder.scanner.statistics.sentences > 3000)
    }

    /// In one piece most sentences take a shorter way than in pieces of a byte. What comes out, and what is counted, is
    /// the same.
    @Test(arguments: 0..<Rounds.of(4)) func `Sentences read the same whole, and byte by byte`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let noise = Array("*$!\r\n ,.A0\u{7F}".utf8) + [0, 0x1F, 0x80, 0xB5, 0xFF]
        var bytes: [UInt8] = []
        for _ in 0..<3000 {
            var sentence = Array(line(mutate(Self.seeds.randomElement(using: &random) ?? "", &random)).utf8)
            if Int.random(in: 0..<3, using: &random) == 0 {
                let index = Int.random(in: 0..<sentence.count, using: &random)
                sentence[index] = noise[Int.random(in: 0..<noise.count, using: &random)]
            }
            if Int.random(in: 0..<20, using: &random) == 0 { sentence.removeLast(2) }
            bytes += sentence
        }
        var (whole, pieces) = (NMEADecoder(), NMEADecoder())
        var (reports, same): ([Report], [Report]) = ([], [])
        bytes.withUnsafeBytes { bytes in
            whole.decode(bytes) { reports.append($0) }
            for index in bytes.indices {
                pieces.decode(UnsafeRawBufferPointer(rebasing: bytes[index...index])) { same.append($0) }
            }
        }
        #expect(reports == same && whole.scanner.statistics == pieces.scanner.statistics)
        #expect(whole.scanner.statistics.wrongChecksums > 100 && whole.scanner.statistics.sentences > 1000)
    }

    @Test func `Random bytes give nothing`() {
        var random = SeededGenerator(seed: 99)
        let bytes = (0..<200_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        #expect(reports(bytes) == [])
        let letters = (0..<200_000).map { _ in Array("$*,GPRMC0A\r\n".utf8)[Int.random(in: 0..<11, using: &random)] }
        for report in reports(letters, checksums: .optional) { check(report, "letters") }
    }

    private func mutate(_ sentence: String, _ random: inout SeededGenerator) -> String {
        var fields = sentence.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for _ in 0...Int.random(in: 0..<3, using: &random) {
            let index = Int.random(in: 0..<fields.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: fields[index] = ""
            case 1: fields.remove(at: index)
            case 2: fields.insert(fields[index], at: index)
            case 3: fields[index] = String(repeating: "9", count: Int.random(in: 0..<40, using: &random))
            case 4: fields[index] = "-" + fields[index]
            case 5:
                fields[index] = String("0123456789.-+NSEWAVxe ".randomElement(using: &random) ?? "0") + fields[index]
            default:
                fields[index] =
                    "\(Int.random(in: 0..<100_000_000, using: &random)).\(Int.random(in: 0..<1_000_000, using: &random))"
            }
            if fields.isEmpty { fields = [""] }
        }
        return fields.joined(separator: ",")
    }

    private func check(_ report: Report, _ body: String) {
        switch report {
        case .epoch(let epoch):
            let isPlausible =
                epoch.position.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } ?? true
                && epoch.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
                && epoch.verticalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
                && epoch.vdop.map { $0 > 0 && $0.isFinite } ?? true
                && epoch.speed.map { $0 >= 0 && $0.isFinite } ?? true
                && epoch.course.map { (0..<360).contains($0) } ?? true && epoch.hdop.map { $0 > 0 } ?? true
                && epoch.altitude.map(\.isFinite) ?? true && (epoch.mode != .none || epoch.position == nil)
            #expect(isPlausible, "\(epoch) after \(body)")
        case .sky(let sky):
            let isPlausible =
                sky.satellites.count <= 256
                && sky.satellites.allSatisfy {
                    $0.azimuth.map { (0..<360).contains($0) } ?? true && $0.elevation.map { abs($0) <= 90 } ?? true
                }
            #expect(isPlausible, "\(sky) after \(body)")
        case .heading(let heading):
            let isPlausible = [heading.trueHeading, heading.magneticHeading].allSatisfy {
                $0.map { (0..<360).contains($0) } ?? true
            }
            #expect(isPlausible, "\(heading) after \(body)")
        }
    }
}
