import CoreLocation
import LocationModel
import LocdProtocol
import Motion
import Synchronization

/// The way on foot since a time: what the track says, and what was walked since.
final class WalkTotal: Sendable {
    private struct State: Sendable {
        var meter = WalkMeter()
        var steps = StepTotal()
        /// What the track says.
        var past: LocationInterface.MotionHistory.Reply?
        var latestSteps: StepCount?
        /// The time of the latest event, by the receiver.
        var latest: Timestamp?
        var end: Date
        var told: CMPedometerData.Values?
    }

    /// Seconds after the latest steps in which somebody still walks: the daemon reads a counter every 10 s.
    private static let cadenceTime = 15.0

    private let start: Date
    private let state: Mutex<State>

    init(from start: Date) {
        self.start = start
        state = Mutex(State(end: start))
    }

    /// Begins with what the track says until a time; `nil` if nobody walked, or more was told already.
    func begin(with past: LocationInterface.MotionHistory.Reply, at now: Date) -> CMPedometerData? {
        state.withLock { state in
            guard state.told == nil else { return nil }
            state.past = past
            state.end = now
            return past.distance > 0 || past.numberOfSteps ?? 0 > 0 ? data(&state) : nil
        }
    }

    /// Takes events of the session; gives the total if it changed.
    func receive(_ events: [LocationEvent]) -> CMPedometerData? {
        state.withLock { state in
            for event in events {
                state.meter.receive(event)
                if case .steps(let steps) = event {
                    state.steps.add(steps)
                    if steps.source == .counter { state.latestSteps = steps }
                }
                if case .activity(let activity) = event, !activity.kind.isOnFoot { state.latestSteps = nil }
                if let time = event.timestamp {
                    state.latest = time
                    state.end = max(state.end, Date(time))
                }
            }
            let new = values(state)
            if let told = state.told {
                guard told.differs(from: new) else { return nil }
            } else if new.distance == 0, new.numberOfSteps == 0 {
                return nil
            }
            return data(&state)
        }
    }

    private func data(_ state: inout State) -> CMPedometerData {
        let new = values(state)
        state.told = new
        return CMPedometerData(new)
    }

    private func values(_ state: State) -> CMPedometerData.Values {
        let distance = (state.past?.distance ?? 0) + state.meter.distance
        let activeTime = (state.past?.activeTime ?? 0) + state.meter.activeTime
        var values = CMPedometerData.Values(
            startDate: start, endDate: state.end,
            numberOfSteps: sum(state.past?.numberOfSteps, state.steps.numberOfSteps) ?? 0, distance: distance,
            floorsAscended: sum(state.past?.floorsAscended, state.steps.floorsAscended),
            floorsDescended: sum(state.past?.floorsDescended, state.steps.floorsDescended),
            currentPace: state.meter.pace,
            averageActivePace: distance > 0 ? activeTime / distance : nil)
        if let steps = state.latestSteps, let latest = state.latest, latest.seconds(since: steps.to) <= Self.cadenceTime
        {
            let seconds = steps.to.seconds(since: steps.from)
            if seconds > 0 { values.currentCadence = Double(steps.numberOfSteps) / seconds }
        }
        return values
    }

    private func sum(_ one: Int?, _ other: Int?) -> Int? {
        one == nil && other == nil ? nil : (one ?? 0) + (other ?? 0)
    }
}

extension CMPedometerData.Values {
    /// Whether anything but the end of the period is another.
    fileprivate func differs(from other: Self) -> Bool {
        distance != other.distance || currentPace != other.currentPace || numberOfSteps != other.numberOfSteps
            || currentCadence != other.currentCadence || floorsAscended != other.floorsAscended
            || floorsDescended != other.floorsDescended
    }
}

/// Whether somebody is on foot, and when that changes.
final class StepState: Sendable {
    private let isOnFoot = Mutex(false)

    func receive(_ activity: MotionActivity) -> CMPedometerEvent? {
        let new = activity.kind.isOnFoot
        let changed = isOnFoot.withLock { old in
            defer { old = new }
            return old != new
        }
        return changed ? CMPedometerEvent(new ? .resume : .pause, at: Date(activity.timestamp)) : nil
    }
}
