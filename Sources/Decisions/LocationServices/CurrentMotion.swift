public import LocationModel
internal import Motion

/// Whether the machine moves now, as people ask it, and since when.
///
/// The evidence of motion proves a departure or a halt some time after it. Reported speeds say it within seconds, and
/// are believed earlier here than in a track.
public struct CurrentMotion: Sendable, Hashable {
    /// Whether it moves; `nil` while nothing is known.
    public private(set) var isMoving: Bool?
    /// Since when; `nil` if that is unknown.
    public var since: Timestamp? { start?.time }
    /// Where it was then: in a private region, the time shows how far that was.
    package var origin: Coordinate? { start?.place }

    private struct Start: Sendable, Hashable {
        var time: Timestamp
        var place: Coordinate
    }

    private var start: Start?
    /// The first of the latest locations, all of them with a speed of motion, or all with a speed of standing.
    private var fast: Start?
    private var slow: Start?
    /// The time of the latest location.
    private var latest: Timestamp?
    /// Where it stood.
    private var place: Coordinate?

    /// Takes the next location, and what it changed in the evidence; `nil` if no evidence is collected.
    mutating func receive(_ location: Location, _ evidence: MotionEvidence.Change?, state: MotionState) {
        let now = Start(time: location.timestamp, place: location.coordinate)
        let isProven = evidence != nil && (state == .moving || state == .departed)
        let speed = location.speed
        let isCertain = isProven || speed ?? 0 >= MotionThresholds.certainSpeed
        let duration = isCertain ? MotionThresholds.movingDuration : MotionThresholds.standingDuration
        let silence = latest.map { now.time.seconds(since: $0) } ?? 0
        latest = now.time
        // What moved before a silence in which it stood, or which was long, does not move since then.
        if evidence == .stopped, silence > MotionThresholds.longestInterval {
            fast = nil
        } else if silence > MotionThresholds.stayDuration {
            (fast, slow) = (nil, nil)
            if isMoving == true { (isMoving, start) = (nil, nil) }
        }
        fast = speed.map { $0 >= MotionThresholds.movingSpeed } ?? false ? fast ?? now : nil
        slow = speed.map { $0 < MotionThresholds.standingSpeed } ?? false ? slow ?? now : nil
        place = place ?? location.coordinate
        if let fast, now.time.seconds(since: fast.time) >= duration {
            note(true, since: fast)
        } else if let slow, now.time.seconds(since: slow.time) >= MotionThresholds.standingDuration {
            note(false, since: slow)
        } else if case .departed(let since) = evidence {
            note(true, since: Start(time: since, place: place ?? location.coordinate))
        } else if case .stopped = evidence {
            note(false, since: slow ?? now)
        } else if isMoving == nil, state == .standing {
            isMoving = false
        } else if isMoving == nil, state == .moving, slow == nil {
            note(true, since: now)
        }
    }

    private mutating func note(_ moves: Bool, since moment: Start) {
        guard isMoving != moves else { return }
        // Before the first location nothing is known: it may have stood there for days.
        start = isMoving == nil && !moves ? nil : moment
        isMoving = moves
        if !moves { place = moment.place }
    }
}
