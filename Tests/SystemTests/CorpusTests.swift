import LocationModel
import LocdTestSupport
import Testing

extension LongSystemTests {
    /// Every receiver that gpsd's users ever recorded, through real gpsd and, where it speaks NMEA, through a serial
    /// port, held against what gpsd is on record to answer. `make corpus` prints what differs, and why that is right.
    @Suite("Corpus", .enabled(if: CorpusRecording.isThere, "gpsd's recordings are not beside the project"))
    struct Corpus {
        /// How many gpsds run at a time, on a small box.
        private static let width = 4

        @Test(.enabled(if: CorpusRecording.others == nil))
        func `All recordings are there`() {
            #expect(CorpusRecording.all.count == 132 && CorpusRecording.all.count(where: \.isNMEA) == 94)
        }

        @Test(.enabled(if: Program.hasGPSD))
        func `Through gpsd each gives the fixes that gpsd is on record for`() async throws {
            let isNewer = CorpusRecording.others != nil
            let exceptions = isNewer ? CorpusException.throughNewerGPSD : CorpusException.throughGPSD
            try await compare(CorpusRecording.all, "gpsd", exceptions) { recording, bytes, playback in
                let found = CorpusFixes(try await playback.throughGPSD(bytes))
                return found.differences(from: CorpusFixes(try recording.answer()), tolerance: 1e-9)
            }
        }

        @Test func `Through a serial port each gives the same`() async throws {
            let recordings = CorpusRecording.all.filter(\.isNMEA)
            try await compare(recordings, "serial", CorpusException.throughSerial) { recording, bytes, playback in
                let expected = CorpusFixes(try recording.answer()).withinOneRound
                let found = CorpusFixes(try await playback.throughSerial(bytes)).withinOneRound
                var differences = found.differences(from: expected, tolerance: 1e-6)
                // Whatever gpsd says: no point is invented. The recording's own sentences must say what we say.
                let claims = SentenceClaims(in: bytes)
                for time in differences.unexpected + differences.elsewhere {
                    guard let place = found.places[time] else { continue }
                    let clock = Int(time.millisecondsOfDay)
                    #expect(
                        claims.contain(latitude: place.latitude, longitude: place.longitude, at: clock),
                        "\(recording.name): \(time) \(place) is in no sentence")
                }
                // gpsd reports nothing before it has found out what it reads, and waits at the end of the recording for
                // the rest of an epoch that does not come; a port tells what the intact sentences of that epoch said.
                if let first = expected.places.keys.min(), let last = expected.places.keys.max() {
                    differences.unexpected.removeAll { $0 < first || $0 > last }
                }
                return differences
            }
        }

        /// Plays some at a time and holds what differs against what may.
        private func compare(
            _ recordings: [CorpusRecording], _ way: String, _ exceptions: [String: CorpusException],
            _ differences:
                @escaping @Sendable (CorpusRecording, [UInt8], CorpusPlayback) async throws ->
                CorpusFixes.Differences
        ) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, recording) in recordings.enumerated() {
                    if index >= Self.width { try await group.next() }
                    group.addTask {
                        let bytes = try recording.bytes()
                        let found = try await Stage.run { stage in
                            try await differences(recording, bytes, try CorpusPlayback(on: stage))
                        }
                        let exception = exceptions[recording.name]
                        if !found.isEmpty {
                            print("corpus: \(way): \(recording.name): \(found). \(exception?.reason ?? "WHY?")")
                        }
                        let isExpected = exception.map { $0.covers(found) } ?? false
                        #expect(
                            isExpected || found.isEmpty && (exception == nil || CorpusRecording.others != nil),
                            "\(way): \(recording.name): \(found)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
