import LocationModel
import LocdProtocol
import Motion
import Synchronization

/// The way on foot since a time: what the track says, and what was walked since.
final class WalkTotal: Sendable {
    private struct State: Sendable {
        var meter = WalkMeter()
        var earlier = (distance: 0.0, activeTime: 0.0)
        var end: Date
        var told: (distance: Double, pace: Double?)?
    }

    private let start: Date
    private let state: Mutex<State>

    init(from start: Date) {
        self.start = start
        state = Mutex(State(end: start))
    }

    /// Begins with what the track says until a time; `nil` if nobody walked.
    func begin(with past: LocationInterface.MotionHistory.Reply, at now: Date) -> CMPedometerData? {
        state.withLock { state in
            state.earlier = (past.distance, past.activeTime)
            state.end = now
            return past.distance > 0 ? data(&state) : nil
        }
    }

    /// Takes events of the session; gives the total if it changed.
    func receive(_ events: [LocationEvent]) -> CMPedometerData? {
        state.withLock { state in
            for event in events {
                state.meter.receive(event)
                if let time = event.timestamp { state.end = max(state.end, Date(time)) }
            }
            let distance = state.earlier.distance + state.meter.distance
            if let told = state.told {
                guard told.distance != distance || told.pace != state.meter.pace else { return nil }
            } else if distance == 0 {
                return nil
            }
            return data(&state)
        }
    }

    private func data(_ state: inout State) -> CMPedometerData {
        let distance = state.earlier.distance + state.meter.distance
        let activeTime = state.earlier.activeTime + state.meter.activeTime
        state.told = (distance, state.meter.pace)
        return CMPedometerData(
            CMPedometerData.Values(
                startDate: start, endDate: state.end, distance: distance, currentPace: state.meter.pace,
                averageActivePace: distance > 0 ? activeTime / distance : nil))
    }
}

/// Whether somebody is on foot, and when that changes.
final class StepState: Sendable {
    private let isOnFoot = Mutex(false)

    /// Takes the next activity.
    func receive(_ activity: MotionActivity) -> CMPedometerEvent? {
        let new = activity.kind.isOnFoot
        let changed = isOnFoot.withLock { old in
            defer { old = new }
            return old != new
        }
        return changed ? CMPedometerEvent(new ? .resume : .pause, at: Date(activity.timestamp)) : nil
    }
}
