import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import LocdRecorder
import Motion
import Tracks

extension DaemonStatus {
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
        await archive.readInTurns(history.interval) { history.receive($0) }
        for steps in waiting { history.receive(.event(.steps(steps))) }
        return LocationInterface.MotionHistory.Reply(
            isRecording: true, activities: history.activities.map { ReportedActivity($0) },
            distance: history.walk.distance, activeTime: history.walk.activeTime,
            steps: history.steps)
    }
}
