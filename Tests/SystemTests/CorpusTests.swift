import LocationModel
import LocdTestSupport
import Testing

/// Every receiver that gpsd's users ever recorded, through real gpsd and, where it speaks NMEA, through a serial port, held
/// against what gpsd is on record to answer. `make corpus` prints what differs, and why that is right.
@Suite("Corpus", .enabled(if: CorpusRecording.isThere, "gpsd's recordings are not beside the project"))
struct CorpusTests {
    @Test("all of them are there")
    func allAreThere() {
        #expect(CorpusRecording.all.count == 132 && CorpusRecording.all.count(where: \.isNMEA) == 94)
    }

    @Test("through gpsd each gives the fixes that gpsd is on record for", arguments: CorpusRecording.all)
    func throughGPSD(_ recording: CorpusRecording) async throws {
        let expected = CorpusFixes(try recording.answer())
        let bytes = try recording.bytes()
        let found = CorpusFixes(
            try await CorpusGate.shared.admit { try await CorpusPlayback.throughGPSD(bytes) })
        let differences = found.differences(from: expected, tolerance: 1e-9)
        if !differences.isEmpty { print("corpus: gpsd: \(recording.name): \(differences)") }
        let exception = CorpusException.throughGPSD[recording.name]
        #expect(exception == nil ? differences.isEmpty : exception?.covers(differences) == true, "\(differences)")
    }

    @Test("through a serial port each gives the same", arguments: CorpusRecording.all.filter(\.isNMEA))
    func throughSerial(_ recording: CorpusRecording) async throws {
        let expected = CorpusFixes(try recording.answer()).withinOneRound
        let bytes = try recording.bytes()
        let found = CorpusFixes(
            try await CorpusGate.shared.admit { try await CorpusPlayback.throughSerial(bytes) }
        ).withinOneRound
        var differences = found.differences(from: expected, tolerance: 1e-6)
        if !differences.isEmpty { print("corpus: serial: \(recording.name): \(differences)") }

        // Whatever gpsd says: no point is invented. The recording's own sentences must say what we say.
        let claims = SentenceClaims(in: bytes)
        for time in differences.unexpected + differences.elsewhere {
            guard let place = found.places[time] else { continue }
            #expect(
                claims.contain(latitude: place.latitude, longitude: place.longitude, at: Int(time.millisecondsOfDay)),
                "\(time) \(place) is in no sentence")
        }
        // gpsd reports nothing before it has found out what it reads, and waits at the end of the recording for the rest of an
        // epoch that does not come; a port tells what the intact sentences of that epoch said.
        if let first = expected.places.keys.min(), let last = expected.places.keys.max() {
            differences.unexpected.removeAll { $0 < first || $0 > last }
        }
        let exception = CorpusException.throughSerial[recording.name]
        #expect(exception == nil ? differences.isEmpty : exception?.covers(differences) == true, "\(differences)")
    }
}
