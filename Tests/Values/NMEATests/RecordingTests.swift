import FoundationEssentials
import LocdTestSupport
import NMEA
import Testing

private let rollover: Int64 = 1024 * 7 * 86_400_000

/// One report of gpsd.
private struct TPV: Decodable {
    let mode: Int?
    let time: Date?
    let lat: Double?
    let lon: Double?
}

/// What gpsd says, and where the recordings themselves stand.
private struct Expectation {
    /// The last position of each time, modulo 1024 weeks.
    var fixes: [Int64: Position] = [:]

    init(_ name: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        for line in try Samples.lines("gpsd/\(name).log.chk") where line.hasPrefix("{\"class\":\"TPV\"") {
            let tpv = try decoder.decode(TPV.self, from: Data(line.utf8))
            guard let mode = tpv.mode, mode >= 2, let time = tpv.time, let latitude = tpv.lat, let longitude = tpv.lon,
                latitude != 0 || longitude != 0
            else { continue }
            let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded())
            fixes[milliseconds % rollover] = Position(latitude: latitude, longitude: longitude)
        }
    }
}

private func isNear(_ left: Position, _ right: Position) -> Bool {
    abs(left.latitude - right.latitude) <= 1e-6 && abs(left.longitude - right.longitude) <= 1e-6
}

@Suite(.enabled(if: Samples.isThere, "the recordings are not beside the project"))
struct RecordingTests {
    /// Where ours differs from gpsd's answer, the recording itself must say what we say; and these are all.
    ///
    /// Fixes that gpsd does not report, or reports with an older position, because
    /// - the date came later than the fix, or it was still finding out what it reads (the beginning of a recording);
    /// - the recording ends, or gains its fix, inside a cycle whose end gpsd had learned otherwise (GLL or GGA alone
    ///   in a second: humminbird-M37, garmin48, tn204; a GLL that came only sometimes: gp-320fw; one cut: triton400);
    /// - it had reported the time already when the last sentence of it came (bundg_zeus_9: 25 of 148).
    private static let differencesByName = ["bundg_zeus_9": 25, "humminbird-M37": 2]
    private static let differencesOfAnyOther = 2

    @Test(arguments: Samples.gpsd)
    func `Gives the fixes of gpsd`(_ name: String) throws {
        let bytes = try Samples.bytes("gpsd/\(name).log")
        let expected = try Expectation(name).fixes
        var policy = EpochPolicy()
        // As for a live receiver, in the week of the youngest rollover among the recordings.
        policy.rolloverReference = 1_552_000_000_000
        let epochs = reports(bytes, policy: policy).epochs.filter { $0.mode != .none }
        var found: [Int64: Position] = [:]
        for epoch in epochs {
            guard let time = epoch.time, let position = epoch.position else { continue }
            found[time % rollover] = position
        }
        for (time, position) in expected {
            #expect(found[time] != nil, "\(time) \(position) is missing")
        }
        let claims = SentenceClaims(in: bytes)
        var differences = 0
        for (time, position) in found {
            if let theirs = expected[time], isNear(theirs, position) { continue }
            differences += 1
            let clock = Int(time % 86_400_000)
            #expect(
                claims.contain(latitude: position.latitude, longitude: position.longitude, at: clock),
                "\(clock) \(position) is in no sentence")
        }
        #expect(differences <= Self.differencesByName[name] ?? Self.differencesOfAnyOther)
    }

    @Test func `A Garmin in a car has every valid epoch once`() throws {
        let epochs = reports(try Samples.bytes("nmea/genivi-20100411_Geko_Regensburg.txt")).epochs
        #expect(epochs.count { $0.position != nil } == 774 && epochs.count { $0.mode == .none } == 16)
        #expect(Set(epochs.compactMap(\.time)).count == epochs.compactMap(\.time).count)
        // PGRME, which it sends.
        #expect(epochs.filter { $0.position != nil }.allSatisfy { $0.pgrme?.horizontal != nil })
    }

    @Test func `A city car has every epoch once`() throws {
        let epochs = reports(try Samples.bytes("nmea/genivi-munich-gps.nmea")).epochs
        #expect(epochs.count { $0.position != nil } == 1847 && epochs.count { $0.mode == .none } == 20)
    }

    @Test func `A boat full of instruments has its fixes`() throws {
        let bytes = try Samples.bytes("nmea/signalk-gofree-merrimac.log")
        #expect(reports(bytes).epochs.count { $0.position != nil } == 142)
        var scanner = SentenceScanner()
        bytes.withUnsafeBytes { scanner.scan($0) { _ in } }
        scanner.finish { _ in }
        let statistics = scanner.statistics
        // Its 142 VLW contain `$`, which may not stand in a sentence and begins another.
        #expect(statistics.sentences + statistics.encapsulated == 6324 - 142)
    }

    @Test func `Nearly all epochs of a long recording are reported by their last sentence`() throws {
        // A quarter of an hour of one epoch a second, fed line by line: the next second's first line completes none.
        let lines = try Samples.lines("nmea/signalk-gps.log")
        var decoder = NMEADecoder()
        var early = 0
        var late = 0
        for line in lines {
            let first = line.contains("RMC,") ? line.split(separator: ",").dropFirst().first : nil
            Array((line + "\r\n").utf8).withUnsafeBytes { bytes in
                decoder.decode(bytes) { report in
                    guard case .epoch(let epoch) = report, let clock = epoch.timeOfDay, let first else {
                        if case .epoch = report { early += 1 }
                        return
                    }
                    let second = Int(first.suffix(from: first.index(first.startIndex, offsetBy: 4)).prefix(2)) ?? 0
                    if second == Int(clock.milliseconds / 1000 % 60) { early += 1 } else { late += 1 }
                }
            }
        }
        #expect(early > 1000 && late < early / 100)
    }
}
