import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import LocdRecorder
import Motion
import Tracks

extension DaemonStatus {
    /// Records that are read before others that wait for the reading thread have their turn.
    static let recordsAtOnce = 2000

    func motionHistory(from: Timestamp, to: Timestamp) async -> LocationInterface.MotionHistory.Reply {
        guard recorder != nil else { return LocationInterface.MotionHistory.Reply(isRecording: false) }
        let zones = await hub.zones
        let waiting = await steps?.waiting() ?? []
        return await historyTurn.withPermit {
            await withTaskExecutorPreference(reading) {
                await readMotion(from: from, to: to, hiding: zones, waiting)
            }
        }
    }

    private func readMotion(
        from: Timestamp, to: Timestamp, hiding zones: PrivacyZones, _ waiting: [StepCount]
    ) async -> LocationInterface.MotionHistory.Reply {
        var history = MotionHistory(from: from, to: to, hiding: zones)
        let archive = TrackArchive(directory: configuration.current.tracks.directory)
        // Of a directory or a file that cannot be read the recorder says what is wrong; the other files count all the same.
        for name in (try? archive.files(in: history.interval)) ?? [] {
            var records = TrackRecords(files: [archive.path(of: name)], in: history.interval)
            var count = 0
            while !Task.isCancelled, let record = try? records.next() {
                history.receive(record)
                count += 1
                if count.isMultiple(of: Self.recordsAtOnce) { await Task.yield() }
            }
        }
        for steps in waiting { history.receive(.event(.steps(steps))) }
        return LocationInterface.MotionHistory.Reply(
            isRecording: true, activities: history.activities.map { ReportedActivity($0) },
            distance: history.walk.distance, activeTime: history.walk.activeTime,
            steps: history.steps)
    }
}
