import LocationModel
import LocdConfiguration
import LocdProtocol
import SystemSupport
import Tracks

/// What the track knows of reported steps: an earlier run of the daemon may have taken them.
struct StepReportHistory: Sendable {
    /// The directory of the track; `nil` without a recorder.
    let directory: String?
    let thread: ExecutorThread

    /// The end of the latest period that was reported in the last day.
    func latest(at now: Timestamp) async -> Timestamp? {
        guard let directory else { return nil }
        return await withTaskExecutorPreference(thread) { await Self.latest(in: directory, at: now) }
    }

    private static func latest(in directory: String, at now: Timestamp) async -> Timestamp? {
        // The times of a track are the receiver's: a recording's have nothing to do with the system's.
        let interval = TrackInterval(from: now.advanced(bySeconds: -StepsParameters.longestPeriod), to: nil)
        var latest: Timestamp?
        await TrackArchive(directory: directory).readInTurns(interval) { record in
            guard case .event(.steps(let steps)) = record, steps.source == .reported, steps.to <= now else { return }
            latest = max(latest ?? steps.to, steps.to)
        }
        return latest
    }
}
