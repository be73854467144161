package import LocationModel

/// Tells motion, of any speed, from leaps of the position.
///
/// A step is motion if it agrees with the reported speeds or with the steps before it. Any other location is in doubt.
/// If a later one continues the way before, the doubtful ones were an excursion. If they agree with each other and with
/// the step that led to them, they are motion whose speed was not known yet. If they last, the position leapt: no line
/// leads there.
package struct LeapDetector: Sendable, Hashable, Codable {
    /// What a location is.
    package enum Verdict: Sendable, Hashable {
        /// It continues the way. Locations in doubt before it were an excursion.
        case plausible
        /// It is in doubt until later locations decide. `isNew`: it contradicts what was in doubt before.
        case doubtful(isNew: Bool)
        /// It is believed with all that were in doubt. `isBreak`: no line leads to the first of them.
        case confirmed(isBreak: Bool)
    }

    /// m/s up to which a step of unknown speed is motion, if nobody says another limit: an airliner with the wind
    /// behind it.
    package static let highestSpeed = 340.0
    /// Seconds after which what was in doubt is believed: an excursion ends sooner.
    static let longestExcursion = 30.0
    /// Locations that must agree with each other before any doubt ends.
    package static let confirmations = 3
    /// Metres that a step may be off, and the same in accuracies of its two ends. Both are choices: what is less makes
    /// a track little longer, and reflections in streets are as large.
    static let tolerance = (metres: 10.0, accuracies: 1.5)
    /// Metres: the accuracy of a receiver that does not say it, as most files of loggers. A good one's is less, and an
    /// excursion is larger than 40 m.
    package static let usualAccuracy = 5.0
    /// The same in mean deviations of the latest steps: a receiver whose noise is larger than it says.
    static let deviations = 3.5
    /// Half of what anything accelerates by, in m/s², and seconds for which it may do so unseen.
    static let acceleration = (half: 4.0, seconds: 3.0)
    /// Seconds beyond which speeds of the moment say nothing about a step; then only the highest speed limits it.
    @inlinable package static var longestStep: Double { 10 }
    /// Degrees beyond which north and east turn with each step, so that directions say nothing.
    package static let polarLatitude = 89.9
    /// Seconds over which the speed of steps is averaged.
    private static let velocityMemory = 2.0
    /// Steps over which their deviation is averaged, and metres that it is at most: what jumps farther is no noise.
    private static let noiseMemory = 64.0
    private static let mostNoise = 300.0

    private struct Run: Sendable, Hashable, Codable {
        var last: Location
        /// m/s, that it reports.
        var reported: PlaneVector?
        var count = 1
        /// m/s, of the latest steps; `nil` before the first.
        var velocity: PlaneVector?
        /// m/s, of the step that led to the first location: its velocity, if it was no leap.
        var guess: PlaneVector?

        init(_ location: Location, _ reported: PlaneVector?) { (last, self.reported) = (location, reported) }

        mutating func add(_ location: Location, _ reported: PlaneVector?, _ step: Step) {
            (last, self.reported) = (location, reported)
            count = min(count + 1, LeapDetector.confirmations)
            guard step.seconds > 0 else { return }
            let now = (1 / step.seconds) * step.moved
            let part = step.seconds / (step.seconds + LeapDetector.velocityMemory)
            velocity = velocity.map { $0 + part * (now - $0) } ?? now
        }
    }

    private struct Step {
        var seconds: Double
        var moved: PlaneVector
        /// Metres that nothing explains.
        var residual: Double
        /// Metres that no way with these speeds explains, however it turned.
        var excess: Double
        var gate: Double

        var isPlausible: Bool {
            seconds > 0 && (residual <= gate || seconds > LeapDetector.acceleration.seconds && excess <= gate)
        }
    }

    private var believed: Run?
    private var doubt: Run?
    /// The first location in doubt.
    package private(set) var first: Location?
    /// When the first location was in doubt since the last believed one; `nil` while none is.
    private var since: Timestamp?
    /// Square metres: what steps are off.
    private var noise = 0.0
    private var scale = LocalScale()

    /// A detector without any location, or after the last one that was believed.
    package init(after last: Location? = nil) {
        believed = last.map { Run($0, PlaneVector(velocityOf: $0)) }
    }

    /// The last location that was believed.
    package var last: Location? { believed?.last }
    /// Whether locations are in doubt. It is asked for each fix, so it copies none of them.
    package var isInDoubt: Bool { since != nil }
    /// Whether enough of them agree with each other.
    package var isAgreed: Bool { doubt?.count ?? 0 >= Self.confirmations }

    /// Whether this type can have written it: a file may contain anything.
    package var isValid: Bool {
        let runs = [believed, doubt].compactMap(\.self)
        let speeds = runs.flatMap { [$0.velocity, $0.guess, $0.reported] }.compactMap(\.self)
        return runs.allSatisfy(\.last.isValid) && speeds.allSatisfy { $0.square < 1e18 }
            && runs.allSatisfy { (1...Self.confirmations).contains($0.count) } && first?.isValid != false
            && (doubt == nil) == (first == nil) && (doubt == nil) == (since == nil)
            && (0...Self.mostNoise * Self.mostNoise).contains(noise) && scale.isValid
    }

    /// Judges the next location, which reports this velocity. A step of unknown speed is plausible up to `limit`, in
    /// m/s.
    package mutating func judge(_ location: Location, _ reported: PlaneVector?, limit: Double) -> Verdict {
        guard let run = believed else {
            believed = Run(location, reported)
            return .plausible
        }
        // Too few agreed before a hole: what comes after it is as near to what was believed as to them.
        if isInDoubt, let doubt, let first, doubt.count < Self.confirmations,
            first.timestamp.seconds(since: run.last.timestamp) < Self.longestStep,
            location.timestamp.seconds(since: doubt.last.timestamp) >= Self.longestStep
        {
            forgetDoubt()
        }
        let step = step(to: location, reported, after: run, limit, isHole: !isInDoubt)
        if isInDoubt, var doubt, let first {
            let next = self.step(to: location, reported, after: doubt, limit, isHole: true)
            // Both may be possible after a while: the nearer one is more likely.
            if next.isPlausible, next.residual <= step.residual {
                doubt.add(location, reported, next)
                self.doubt = doubt
                return confirm(doubt, from: first, after: run)
            }
        }
        if step.isPlausible {
            if step.seconds < Self.longestStep { addNoise(step) }
            believed?.add(location, reported, step)
            if isInDoubt { forgetDoubt() }
            return .plausible
        }
        since = min(since ?? location.timestamp, location.timestamp)
        addNoise(step)
        var new = Run(location, reported)
        if step.seconds > 0 { new.guess = (1 / step.seconds) * step.moved }
        doubt = new
        first = location
        return .doubtful(isNew: true)
    }

    /// What is in doubt will never be decided.
    package mutating func forgetDoubt() {
        (doubt, first, since) = (nil, nil, nil)
    }

    private mutating func addNoise(_ step: Step) {
        let deviation = min(step.residual, step.gate, Self.mostNoise)
        noise += (deviation * deviation - noise) / Self.noiseMemory
    }

    private mutating func confirm(_ run: Run, from first: Location, after last: Run) -> Verdict {
        guard run.count >= Self.confirmations else { return .doubtful(isNew: false) }
        var before = last
        before.velocity = run.velocity
        let isMotion = step(to: first, PlaneVector(velocityOf: first), after: before, 0, isHole: false).isPlausible
        guard isMotion || run.last.timestamp.seconds(since: since ?? first.timestamp) >= Self.longestExcursion else {
            return .doubtful(isNew: false)
        }
        believed = run
        forgetDoubt()
        return .confirmed(isBreak: !isMotion)
    }

    /// `isHole`: no location came between, so that a long step may have any way.
    private mutating func step(
        to location: Location, _ now: PlaneVector?, after run: Run, _ limit: Double, isHole: Bool
    ) -> Step {
        let elapsed = location.timestamp.seconds(since: run.last.timestamp)
        // Files of other loggers have times of whole seconds.
        let seconds = elapsed == 0 ? 1 : elapsed
        let moved = scale.way(from: run.last.coordinate, to: location.coordinate)
        let accuracies =
            (run.last.horizontalAccuracy ?? Self.usualAccuracy) + (location.horizontalAccuracy ?? Self.usualAccuracy)
        let time = min(max(seconds, 0), Self.acceleration.seconds)
        let gate =
            max(Self.tolerance.metres + Self.tolerance.accuracies * accuracies, Self.deviations * noise.squareRoot())
            + Self.acceleration.half * time * time
        let reported = run.last.speed.map { max($0, location.speed ?? $0) } ?? location.speed
        var speed = max(reported ?? 0, run.velocity?.length ?? 0)
        let isOpen = isHole && seconds >= Self.longestStep
        let isPolar = abs(location.coordinate.latitude) > Self.polarLatitude
        if isOpen || reported == nil && (run.velocity == nil || isPolar) { speed = max(speed, limit) }
        let length = isPolar ? location.distance(to: run.last) : moved.length
        let excess = max(length - speed * seconds, 0)
        var residual = excess
        if !isPolar {
            // Not in a list: this is done for each fix.
            let carried = PlaneVector.carried(run.reported, now, seconds).map { (moved - $0).length }
            let guessed = (run.velocity ?? run.guess).map { (moved - seconds * $0).length }
            let nearest = carried.map { min($0, guessed ?? $0) } ?? guessed ?? excess
            residual = isOpen || run.velocity == nil ? min(nearest, excess) : nearest
        }
        return Step(seconds: seconds, moved: moved, residual: residual, excess: excess, gate: gate)
    }
}
