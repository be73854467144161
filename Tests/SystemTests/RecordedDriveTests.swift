import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension LongSystemTests {
    /// A recorded car drive, against an independent reading of the recording.
    @Suite(
        "A recorded drive", .enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"),
        .enabled(if: Recording.drive.isThere, "the recordings are not beside the checkout"))
    struct RecordedDrive {
        /// gpsd moves NMEA dates before 2017 by so many seconds: 1024 weeks.
        private static let era = 619_315_200.0

        @Test
        func
            `Each valid epoch becomes one location, where and when the sentence says; a distance filter keeps its distance`()
            async throws
        {
            let epochs = try Recording.drive.validEpochs()
            #expect(epochs.count == 774)
            try await Stage.run { stage in
                let port = try stage.freePort()
                let file = stage.path("drive.nmea")
                try Recording.drive.write(to: file, warmUp: 80)
                _ = try await stage.receiver(file, "--rate", "40", "--wait", "--hold", "60")
                // Both daemons must listen before the first epoch: gpsd opens the receiver for the first.
                let whole = stage.configuration("whole", port: port, "receiver.staleAfter: 2").with(
                    DaemonConfiguration.unfiltered)
                let spaced = stage.configuration("spaced", port: port).with(
                    DaemonConfiguration.unfiltered + ["recorder.distanceFilter: 10"])
                _ = try await stage.daemon(whole)
                _ = try await stage.daemon(spaced)
                _ = try await stage.gpsd(port: port, opensAtOnce: false)

                try await stage.until("the recording was played", within: .seconds(60), every: .milliseconds(200)) {
                    let reports = try await whole.client.status()
                    return reports.receiver.state == .stale
                }
                let locations = try whole.track().of("location")
                compare(locations, with: epochs)
                try check(try spaced.track().of("location"), isPartOf: locations, by: 10)
            }
        }

        private func compare(_ locations: [TrackEntry], with epochs: [Recording.Epoch]) {
            let differences = zip(locations, epochs).filter { location, epoch in
                guard let time = location.time, let latitude = location.latitude, let longitude = location.longitude
                else { return true }
                let apart = abs((time - epoch.time).remainder(dividingBy: Self.era))
                return apart > 0.001 || max(abs(latitude - epoch.latitude), abs(longitude - epoch.longitude)) > 1e-7
            }
            #expect(locations.count == epochs.count)
            #expect(differences.isEmpty, "first: \(differences.first.map { "\($0)" } ?? "")")
        }

        private func check(_ filtered: [TrackEntry], isPartOf all: [TrackEntry], by distance: Double) throws {
            #expect(filtered.count > 100)
            #expect(filtered.first?.time == all.first?.time)
            let times = Set(all.map(\.time))
            #expect(filtered.allSatisfy { times.contains($0.time) })
            let steps = try zip(filtered, filtered.dropFirst()).map { try coordinate($0).distance(to: coordinate($1)) }
            #expect(try #require(steps.min()) >= distance)
        }

        private func coordinate(_ entry: TrackEntry) throws -> Coordinate {
            Coordinate(latitude: try #require(entry.latitude), longitude: try #require(entry.longitude))
        }
    }
}
