internal import LocationModel
internal import Motion

/// Whether the position moves as the receiver's own speed and course say.
///
/// Two tests: ``LeapJudge`` tells leaps from excursions, and ``DragEvidence`` finds what is carried away slowly.
/// The speed is measured by the Doppler shift, the position by distances: few spoofers pretend both consistently. The
/// sign ends when the position is back where the speed has led, and at last after a while.
struct PositionEvidence: Sendable, Codable {
    /// Seconds of undisturbed fixes before anything counts: a receiver that starts finds its place in leaps.
    static let steadyTime = 60.0
    /// A receiver that is less sure of itself is just wrong: metres, HDOP and satellites.
    static let sure = (accuracy: 30.0, hdop: 2.5, satellites: 5)
    /// Metres of a leap, seconds for which it must last, and points. Reflections and filters that catch up are nearer,
    /// and excursions are shorter. What is nearer is left to ``LeapJudge``, which breaks the line and believes it.
    static let leaps: [(metres: Double, seconds: Double, points: Int)] = [
        (10_000, 4, 4), (4000, 10, 4), (60, 10, 2),
    ]
    /// Metres by which no receiver is just wrong.
    static let farthest = 10_000.0
    /// A position that repeats itself for so many seconds, while the speed before needs a deceleration of so many m/s²
    /// at least, is that of a receiver without a signal; after the last seconds it is parked.
    static let stall = (seconds: 0.95, deceleration: 4.0, longest: 900.0)
    /// Seconds after which another place counts as the truth if the position does not come back, far and near.
    static let longest = (far: 3600.0, near: 300.0)
    /// Metres that are far.
    static let far = 1000.0
    /// Seconds for which the position must be back.
    static let returnTime = 5.0
    /// m/s below which a receiver stands.
    static let standing = 0.3

    /// Another place than that to which the speed has led.
    private struct Displacement: Codable {
        /// Where the machine was, before.
        let origin: Coordinate
        /// Metres.
        let size: Double
        let reason: IntegrityReason
        /// Where it went since, by its speed, and how long the way was; without a speed it may have gone anywhere.
        var way = PlaneVector.zero
        var length = 0.0
        /// Seconds since, and for which the position is back: the receiver's time may go back.
        var age = 0.0
        var back: Double?
    }

    private var leaps = LeapJudge()
    private var last: Location?
    private var scale = LocalScale()
    /// Seconds of undisturbed fixes, and since when there was no long hole.
    private var steady = 0.0
    private var since: Timestamp?
    /// Whether the position repeats itself since it moved.
    private var isStalled = false
    /// The first one with the present position, and the speed before.
    private var present: Location?
    private var pace = 0.0
    /// The place that the position leapt from; it may return there.
    private var origin: Coordinate?
    private var displacement: Displacement?
    /// Whether there is a leap that may still be an excursion, or what may be a drag.
    private var isSuspected = false
    private var drag = DragEvidence()
    /// Seconds since it moved.
    private var rest = 0.0
    /// The highest speed that was measured.
    private var fastest = 0.0

    /// Whether this type can have written it.
    var isValid: Bool {
        leaps.isValid && scale.isValid && drag.isValid && last?.isValid ?? true && present?.isValid ?? true
            && displacement?.origin.isValid ?? true && origin?.isValid ?? true
    }

    /// The receiver's time went back.
    mutating func timeReset() {
        (leaps, last, since) = (LeapJudge(), nil, nil)
        forgetSum()
    }

    /// Another receiver may follow.
    mutating func interrupt() { (steady, since, drag, rest) = (0, nil, DragEvidence(), 0) }

    /// Takes the next location that passed the gate.
    mutating func receive(_ location: Location, into signs: inout IntegritySigns) {
        let seconds = last.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
        let carried = last.flatMap { Self.carried(from: $0, to: location, seconds) }
        let (before, first) = (leaps.last, leaps.first)
        let verdict = leaps.judge(location, limit: LeapJudge.highestSpeed)
        if location.coordinate != present?.coordinate {
            present = location
            pace = max(location.speed ?? 0, last?.speed ?? 0)
        }
        let still = present.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
        let wasStalled = isStalled
        let isSudden = pace >= Self.stall.deceleration * still
        isStalled = (Self.stall.seconds..<Self.stall.longest).contains(still) && (isStalled || isSudden)
        if isStalled { drag.interrupt() }
        steady = seconds > LeapJudge.longestStep || isStalled ? 0 : steady + max(seconds, 0)
        since = seconds > Self.stall.longest || isStalled ? location.timestamp : since ?? location.timestamp
        fastest = max(
            fastest,
            location.speed ?? (verdict == .plausible ? (last?.distance(to: location) ?? 0) / max(seconds, 1) : 0))
        let reason = displacement?.reason
        if let displacement {
            go(on: displacement, location, carried, max(seconds, 0))
        } else {
            isSuspected = false
            if let before, let first {
                if leaps.isAgreed || verdict == .confirmed(isBreak: true) { follow(location, from: before, to: first) }
                if !leaps.isInDoubt, location.distance(to: first) < location.distance(to: before) {
                    origin = before.coordinate
                }
            }
            // Where a tunnel ends, the position leaps.
            if !wasStalled { add(location, carried, seconds) }
        }
        if let reason = reason ?? displacement?.reason {
            signs.raise(reason, points: 4)
        } else if isSuspected {
            signs.raise(.positionAgainstSpeed)
        }
        last = location
    }

    /// Ends the displacement if the position is back, or stays too long.
    private mutating func go(
        on displacement: Displacement, _ location: Location, _ carried: PlaneVector?, _ seconds: Double
    ) {
        var found = displacement
        found.way = found.way + (carried ?? .zero)
        found.length += carried?.length ?? fastest * seconds
        found.age += seconds
        let isFar = found.size > 50_000
        let distance =
            isFar
            ? found.origin.distance(to: location.coordinate)
            : (scale.way(from: found.origin, to: location.coordinate) - found.way).length
        let slack = carried == nil ? found.length : found.length / 20
        let isBack = distance <= max(found.size / 4, 15) + slack + (isFar ? found.length : 0)
        found.back = isBack ? found.back.map { $0 + seconds } ?? 0 : nil
        self.displacement = found
        let longest = found.size >= Self.far ? Self.longest.far : Self.longest.near
        guard found.age > longest || found.back ?? 0 >= Self.returnTime else { return }
        (self.displacement, steady, since) = (nil, 0, nil)
        leaps = LeapJudge(after: location)
        forgetSum()
    }

    /// Follows a leap. One that led over a hole must be farther than an airliner flies, and than a receiver is wrong.
    private mutating func follow(_ location: Location, from before: Location, to first: Location) {
        let size = first.distance(to: before)
        let hole = first.timestamp.seconds(since: before.timestamp)
        let isSteady = steady >= Self.steadyTime
        let metres = isSteady ? size : size - hole * LeapJudge.highestSpeed
        let isKnown = since.map { before.timestamp.seconds(since: $0) >= Self.steadyTime } ?? false
        guard isSteady || isKnown && hole > LeapJudge.longestStep && metres >= Self.farthest else { return }
        let seconds = location.timestamp.seconds(since: first.timestamp)
        // It may return to the place that it leapt from.
        if let origin, first.coordinate.distance(to: origin) < size / 2 { return }
        guard let leap = Self.leaps.first(where: { metres >= $0.metres && seconds >= $0.seconds }),
            metres >= Self.farthest || isSure(before) && isSure(location)
        else { return }
        isSuspected = leap.points < 4
        guard !isSuspected else { return }
        displacement = Displacement(origin: before.coordinate, size: size, reason: .positionAgainstSpeed)
    }

    /// Follows a drag.
    private mutating func add(_ location: Location, _ carried: PlaneVector?, _ seconds: Double) {
        guard let last, let carried, seconds > 0, seconds <= LeapJudge.longestStep,
            abs(location.coordinate.latitude) < LeapJudge.polarLatitude
        else { return forgetSum() }
        rest = location.speed ?? 0 < Self.standing ? rest + seconds : 0
        let moved = scale.way(from: last.coordinate, to: location.coordinate)
        drag.add(
            moved, carried, seconds, accuracy: max(last.horizontalAccuracy ?? 0, location.horizontalAccuracy ?? 0),
            hasNewSpeed: location.speed != last.speed, isInDoubt: leaps.isInDoubt)
        guard isSure(location) else { return }
        if drag.isAway { isSuspected = true }
        guard drag.isDragged else { return }
        displacement = Displacement(
            origin: scale.place(-1 * drag.displacement, from: location.coordinate), size: drag.displacement.length,
            reason: rest >= Self.steadyTime ? .positionAgainstRest : .positionAgainstSpeed)
    }

    /// In a long step a turn leads farther than the mean of both velocities. Sharper than of aircraft it is no arc.
    private static func carried(from last: Location, to location: Location, _ seconds: Double) -> PlaneVector? {
        let turn = ((location.course ?? 0) - (last.course ?? 0)).remainder(dividingBy: 360) * .pi / 180
        let factor = abs(turn) < .pi / 4 && seconds >= DragEvidence.time.part ? 1 + turn * turn / 12 : 1
        return PlaneVector.carried(from: last, to: location, seconds).map { factor * $0 }
    }

    private mutating func forgetSum() { (drag, rest) = (DragEvidence(), 0) }

    /// Whether the receiver was sure of a fix that became no location.
    static func isSure(_ fix: Fix) -> Bool {
        fix.mode == .fix3D && fix.hdop ?? 0 <= sure.hdop && fix.satellitesUsed ?? sure.satellites >= sure.satellites
    }

    private func isSure(_ location: Location) -> Bool {
        location.fix != .fix2D && location.horizontalAccuracy ?? 0 <= Self.sure.accuracy
            && location.hdop ?? 0 <= Self.sure.hdop
            && location.satellitesUsed ?? Self.sure.satellites >= Self.sure.satellites
    }
}
