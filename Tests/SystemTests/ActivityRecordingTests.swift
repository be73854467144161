import Foundation
import LocationModel
import LocationServices
import Motion
import Receivers
import Testing
import TrackTools

extension SystemTests {
    /// Motion activity on recordings that nobody looked at while the model was adjusted: cars, a bicycle, a receiver at
    /// rest.
    @Suite("Activity of recordings") struct ActivityRecordings {
        /// A recording of which it is known what was done.
        struct Known: Sendable, CustomTestStringConvertible {
            let path: String
            /// What it was, or may be taken for.
            let kinds: Set<MotionActivity.Kind>
            var testDescription: String { URL(filePath: path).lastPathComponent }

            init(_ path: String, _ kinds: MotionActivity.Kind...) {
                (self.path, self.kinds) = (path, Set(kinds))
            }

            static let all = [
                Known(Recording.drive.path, .automotive),
                Known(Recording.city.path, .automotive),
                Known(Recording.shared("tracks/gpsbabel/sbn-v13.gpx.gz"), .automotive),
                // A training at 28 km/h on the average: by its speed alone a vehicle is as likely, and the
                // documentation says so. It is neither standing nor on foot.
                Known(Recording.shared("tracks/gpsbabel/gtrnctr_power.gpx.gz"), .cycling, .automotive),
                Known(Recording.drift.path, .stationary),
            ].filter { FileManager.default.fileExists(atPath: $0.path) }

            /// What passes the gate of it.
            func locations() throws -> [Location] {
                if path.contains(".gpx") {
                    return try ImportedFile.read(path).events.compactMap {
                        if case .location(let location) = $0 { location } else { nil }
                    }
                }
                var reader = try RecordingReader(path: path)
                var gate = FixGate()
                var locations: [Location] = []
                while let batch = try reader.next() {
                    for case .fix(let fix) in batch {
                        if case .accepted(let location, _) = gate.judge(fix) { locations.append(location) }
                    }
                }
                return locations
            }
        }

        /// Shares of the time, by what was known at the end of each interval of up to a minute.
        private static func shares(_ locations: [Location]) -> [MotionActivity.Kind: Double] {
            var updates = MotionActivityUpdates()
            var seconds: [MotionActivity.Kind: Double] = [:]
            for (location, next) in zip(locations, locations.dropFirst()) {
                _ = updates.receive(location)
                let length = next.timestamp.seconds(since: location.timestamp)
                guard length > 0, length <= 60 else { continue }
                seconds[updates.current?.kind ?? .unknown, default: 0] += length
            }
            let total = seconds.values.reduce(0, +)
            return seconds.mapValues { $0 / total }
        }

        @Test(arguments: Known.all)
        func `For at least 80 % of its time a recording is what it is known to be`(recording: Known) throws {
            let shares = Self.shares(try recording.locations())
            let right = recording.kinds.reduce(0) { $0 + shares[$1, default: 0] }
            #expect(right >= 0.8, "\(shares)")
        }
    }
}
