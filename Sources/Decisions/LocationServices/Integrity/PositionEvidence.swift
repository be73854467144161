internal import LocationModel
internal import Motion

/// Whether the position moves as the receiver's own speed and course say.
///
/// Two tests: ``LeapDetector`` tells leaps from excursions, and ``DragEvidence`` finds what is carried away slowly.
/// The speed is measured by the Doppler shift, the position by distances: few spoofers pretend both consistently. The
/// sign ends when the position is back where the speed has led, and at last after a while.
struct PositionEvidence: Sendable, Codable {
    /// Seconds of undisturbed fixes before anything counts, and of all: a receiver that starts finds its place in
    /// leaps, or holds its last one.
    static let steadyTime = 60.0
    static let startTime = 120.0
    /// Seconds in which a receiver finds its place again where a tunnel ends: what it is off by meanwhile is no drag.
    /// Chosen on made-up tunnels of ten receivers.
    static let settling = 30.0
    /// A receiver that is less sure of itself is just wrong: metres, HDOP and satellites.
    static let sure = (accuracy: 30.0, hdop: 2.5, satellites: 5)
    /// Metres of a leap, seconds for which it must last, and points. Reflections and filters that catch up are nearer,
    /// and excursions are shorter. What is nearer is left to ``LeapDetector``, which breaks the line and believes it.
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
    /// Seconds for which the position must be back. One that was back and leapt away again within some seconds must be
    /// back for twice as long as it was.
    static let returnTime = 5.0
    static let relapse = 300.0
    /// The part of the time in which excursions of more than some metres may be, and seconds that count at most.
    static let stray = (part: 0.1, metres: 4000.0, most: 60.0)
    /// Leaps and long excursions that are usual, seconds after which one is forgotten, and seconds for which more of
    /// them are a sign.
    static let unrest = (most: 3.0, memory: 300.0, lasting: 120.0)
    /// Seconds that a pause counts at most: a receiver may learn the year.
    static let longestPause = 86_400.0
    /// m/s below which a receiver stands, up to which anything on the ground moves, and from which it falls.
    static let standing = 0.3
    static let usualSpeed = 60.0
    static let fall = 20.0

    /// Another place than that to which the speed has led.
    private struct Displacement: Codable {
        /// Where the machine was, before.
        var origin: Coordinate
        /// Metres.
        let size: Double
        let reason: IntegrityReason
        /// Seconds for which the position must be back.
        let patience: Double
        /// Where it went since, by its speed, and how long the way was.
        var way = PlaneVector.zero
        var length = 0.0
        /// Seconds since it was there, and for which the position is back: the receiver's time may go back.
        var age = 0.0
        var back: Double?

        var isValid: Bool {
            origin.isValid && way.square < 1e18 && (0...2 * PositionEvidence.relapse).contains(patience)
                && [size, length, age, back ?? 0].allSatisfy((0..<1e9).contains)
        }
    }

    /// A place that the position leapt from.
    private struct Former: Codable {
        let place: Coordinate
        /// Metres by which the machine may have gone from there.
        var reach = 0.0
        /// Whether leaving it was named, so that it may still be the true one.
        var isNamed = false
    }

    /// What is needed of the location before; nothing, before the first.
    private struct Before: Codable {
        var timestamp: Timestamp?
        var coordinate: Coordinate?
        var velocity: PlaneVector?
        var speed, course, altitude, accuracy: Double?
    }

    /// From the last location that is believed to the first one that is in doubt.
    private struct Leap {
        let from, to: Coordinate
        let left, came: Timestamp
        let wasSure: Bool
        var size: Double { to.distance(to: from) }

        init?(in leaps: LeapDetector) {
            guard let last = leaps.last, let first = leaps.first else { return nil }
            (from, to) = (last.coordinate, first.coordinate)
            (left, came) = (last.timestamp, first.timestamp)
            wasSure = PositionEvidence.isSure(last)
        }
    }

    private var leaps = LeapDetector()
    private var last = Before()
    private var scale = LocalScale()
    /// Seconds of undisturbed fixes, and since when there was no long hole. A start has no place to find again, and
    /// ``startTime`` of its own.
    private var steady = settling
    private var since: Timestamp?
    /// Seconds since the start.
    private var known = 0.0
    /// Whether the position repeats itself since it moved.
    private var isStalled = false
    /// Seconds at the present position, and the speed before.
    private var still = 0.0
    private var pace = 0.0
    /// The place that the position leapt from; it may return there.
    private var former: Former?
    /// Seconds since it was back from another place, seconds of far excursions, and how many leaps there were lately.
    private var returned: Double?
    private var strayed = 0.0
    private var unrest = 0.0
    private var displacement: Displacement?
    /// Whether there is a leap that may still be an excursion, or what may be a drag.
    private var isSuspected = false
    private var drag = DragEvidence()
    /// Seconds for which what may be a drag still has what came from under a roof in it.
    private var covered = 0.0
    /// Seconds since it moved.
    private var rest = 0.0
    /// m/s upward, of the latest seconds.
    private var climb = 0.0
    /// The highest speed that was measured.
    private var fastest = 0.0

    /// Whether the latest positions may be another place, or an excursion.
    var isInDoubt: Bool { leaps.isInDoubt }

    /// Whether this type can have written it.
    var isValid: Bool {
        let before = [last.speed, last.course, last.altitude.map(abs), last.accuracy]
        let sums = [abs(climb), steady, known, still, pace, rest, strayed, unrest, covered, returned, former?.reach]
        return leaps.isValid && scale.isValid && drag.isValid && last.coordinate?.isValid ?? true
            && last.velocity?.square ?? 0 < 1e18 && displacement?.isValid ?? true && former?.place.isValid ?? true
            && (0...LeapDetector.highestSpeed).contains(fastest)
            && (sums + before).allSatisfy { (0..<1e9).contains($0 ?? 0) }
    }

    /// The receiver's time went back.
    mutating func timeReset() {
        (leaps, last, since, drag, rest) = (LeapDetector(), Before(), nil, DragEvidence(), 0)
    }

    /// Another receiver may follow.
    mutating func interrupt() {
        (steady, since, drag, rest, known) = (0, nil, DragEvidence(), 0, 0)
        (former, returned, strayed, unrest) = (nil, nil, 0, 0)
    }

    /// Takes the next location that passed the gate. A covered antenna sees reflections, which are no drag.
    mutating func receive(_ location: Location, isCovered: Bool, into signs: inout IntegritySigns) {
        let velocity = PlaneVector(velocityOf: location)
        let seconds = last.timestamp.map { location.timestamp.seconds(since: $0) } ?? 0
        let turn = (location.course ?? 0) - (last.course ?? 0)
        let carried = Self.carried(last.velocity, velocity, seconds, turn: turn)
        let leap = leaps.isInDoubt ? Leap(in: leaps) : nil
        let isJammed = signs.contains(.jamming)
        let reach = min(max(2 * fastest, Self.usualSpeed), LeapDetector.highestSpeed)
        let limit = isJammed ? reach : LeapDetector.highestSpeed
        let verdict = leaps.judge(location, velocity, limit: limit)
        let isPlausible = if case .plausible = verdict { true } else { false }
        still += max(seconds, 0)
        if location.coordinate != last.coordinate {
            // What leapt did not stop.
            (still, pace) = (0, isPlausible ? max(location.speed ?? 0, last.speed ?? 0) : 0)
        }
        let wasStalled = isStalled
        let isSudden = pace >= Self.stall.deceleration * still
        isStalled = (Self.stall.seconds..<Self.stall.longest).contains(still) && (isStalled || isSudden)
        if isStalled { drag.interrupt() }
        steady = seconds > LeapDetector.longestStep || isStalled ? 0 : steady + max(seconds, 0)
        since = seconds > Self.stall.longest || isStalled ? location.timestamp : since ?? location.timestamp
        if seconds > LeapDetector.longestStep, isPlausible, former?.isNamed != true, let place = last.coordinate,
            place.distance(to: location.coordinate) >= Self.far + reach * seconds
        {
            // An aircraft goes as far, or a spoofer after a jammer that nothing named: the truth may be back.
            former = Former(place: place)
        }
        let passed = min(max(seconds, 0), Self.longestPause)
        pass(passed)
        covered = isCovered ? DragEvidence.time.all : max(covered - passed, 0)
        let isAgreed = if case .confirmed(isBreak: true) = verdict { true } else { leap != nil && leaps.isAgreed }
        let reason = displacement?.reason
        if let displacement {
            go(on: displacement, location, carried, passed, after: isAgreed ? leap : nil)
        } else {
            let way = location.speed == nil && isPlausible ? last.coordinate?.distance(to: location.coordinate) : nil
            let speed = location.speed ?? (way ?? 0) / max(seconds, 1)
            fastest = min(max(fastest, speed), LeapDetector.highestSpeed)
            isSuspected = false
            if let leap {
                // It went on to a third place.
                if case .doubtful(isNew: true) = verdict { stray(leap, location) }
                if isAgreed || strayed >= Self.leaps[0].seconds { follow(location, leap, isJammed ? reach : nil) }
                if !leaps.isInDoubt, displacement == nil { conclude(leap, location) }
            }
            // Where a tunnel ends, the position leaps.
            if !wasStalled, displacement == nil { add(location, carried, seconds) }
        }
        if let reason = reason ?? displacement?.reason {
            signs.raise(reason, points: 4)
        } else if isSuspected {
            signs.raise(.positionAgainstSpeed, for: unrest >= Self.unrest.most ? Self.unrest.lasting : nil)
        }
        last = Before(
            timestamp: location.timestamp, coordinate: location.coordinate, velocity: velocity, speed: location.speed,
            course: location.course, altitude: location.altitude, accuracy: location.horizontalAccuracy)
    }

    private mutating func pass(_ seconds: Double) {
        known = min(known + seconds, 1e6)
        returned = returned.flatMap { $0 + seconds < Self.relapse ? $0 + seconds : nil }
        strayed = max(strayed - Self.stray.part * seconds, 0)
        unrest = max(unrest - seconds / Self.unrest.memory, 0)
        if former?.isNamed == true { former?.reach += fastest * seconds }
    }

    /// Ends the displacement if the position is back, or stays too long.
    private mutating func go(
        on displacement: Displacement, _ location: Location, _ carried: PlaneVector?, _ seconds: Double,
        after leap: Leap?
    ) {
        var found = displacement
        found.way = found.way + (carried ?? .zero)
        found.length += carried?.length ?? 0
        if let leap, isBack(found, after: leap) {
            (found.origin, found.way, found.length) = (location.coordinate, .zero, 0)
        }
        let isFar = found.size > 50_000
        let distance =
            isFar
            ? found.origin.distance(to: location.coordinate)
            : (scale.way(from: found.origin, to: location.coordinate) - found.way).length
        let isBack = distance <= max(found.size / 4, 15) + min(found.length / 20, found.size / 4)
        found.back = isBack ? found.back.map { $0 + seconds } ?? 0 : nil
        found.age = isBack ? 0 : found.age + seconds
        // Nothing else says where it goes.
        if isBack, carried == nil || isFar { (found.origin, found.way, found.length) = (location.coordinate, .zero, 0) }
        self.displacement = found
        let isOver = found.age > (found.size >= Self.far ? Self.longest.far : Self.longest.near)
        guard isOver || found.back ?? 0 >= found.patience else { return }
        self.displacement = nil
        leaps = LeapDetector(after: location)
        if isOver {
            // Of several places the first one was the true one.
            if former?.isNamed != true {
                former = Former(place: found.origin, reach: fastest * found.age, isNamed: true)
            }
            (steady, since, drag, rest) = (0, nil, DragEvidence(), 0)
        } else {
            (returned, rest, former) = (0, 0, nil)
            drag.interrupt()
        }
    }

    /// Whether it leapt to where the machine may be by now, whatever the receiver said of its speed meanwhile.
    private func isBack(_ found: Displacement, after leap: Leap) -> Bool {
        let size = leap.size
        let isNear = leap.to.distance(to: found.origin) <= found.size / 4 + fastest * found.age
        return size >= found.size / 2
            && (found.size >= Self.far && isNear || former?.isNamed == true && isReturn(leap, size))
    }

    /// Follows a leap. One that led over a hole must be farther than an airliner flies, and than a receiver is wrong.
    /// After jamming it must be farther than this machine moves, by a `limit` in m/s, and than a place that is found
    /// again is off by.
    private mutating func follow(_ location: Location, _ leap: Leap, _ limit: Double?) {
        let size = leap.size
        let hole = leap.came.seconds(since: leap.left)
        let isSteady = steady >= Self.steadyTime
        let least = limit == nil ? Self.farthest : Self.far
        let metres = isSteady ? size : size - hole * (limit ?? LeapDetector.highestSpeed)
        let isKnown = since.map { leap.left.seconds(since: $0) >= Self.steadyTime } ?? false
        guard isSteady || isKnown && hole > LeapDetector.longestStep && metres >= least,
            known - location.timestamp.seconds(since: leap.left) >= Self.startTime
        else { return }
        // It may return to the place that it leapt from, but not again and again.
        guard !isReturn(leap, size) || former?.isNamed == false && unrest >= Self.unrest.most else { return }
        let seconds = location.timestamp.seconds(since: leap.came)
        let named = Self.leaps.first {
            metres >= $0.metres && seconds + (metres >= Self.stray.metres ? strayed : 0) >= $0.seconds
        }
        guard let named, metres >= Self.farthest || leap.wasSure && Self.isSure(location) else { return }
        isSuspected = named.points < 4 && (isSteady || limit == nil)
        if !isSuspected { displace(from: leap.from, by: size, .positionAgainstSpeed, to: location) }
    }

    /// Takes the end of a leap: the position is back, or stays there.
    private mutating func conclude(_ leap: Leap, _ location: Location) {
        let size = leap.size
        let seconds = location.timestamp.seconds(since: leap.came)
        if let least = Self.leaps.last, size >= least.metres, seconds >= least.seconds {
            unrest = min(unrest + 1, 2 * Self.unrest.most)
        }
        if location.coordinate.distance(to: leap.to) >= location.coordinate.distance(to: leap.from) {
            stray(leap, location)
        } else if former?.isNamed != true {
            former = Former(place: leap.from)
        } else if isReturn(leap, size) {
            former = nil
            drag.interrupt()
        }
    }

    /// Counts an excursion that is over.
    private mutating func stray(_ leap: Leap, _ location: Location) {
        guard leap.size >= Self.stray.metres else { return }
        strayed = min(strayed + max(location.timestamp.seconds(since: leap.came), 0), Self.stray.most)
    }

    private func isReturn(_ leap: Leap, _ size: Double) -> Bool {
        former.map { leap.to.distance(to: $0.place) < max(size / 2, $0.reach) } ?? false
    }

    private mutating func displace(
        from origin: Coordinate, by size: Double, _ reason: IntegrityReason, to location: Location
    ) {
        displacement = Displacement(
            origin: origin, size: size, reason: reason, patience: max(Self.returnTime, 2 * (returned ?? 0)))
        // What it leaps from next is the other place.
        leaps = LeapDetector(after: location)
    }

    /// Follows a drag.
    private mutating func add(_ location: Location, _ carried: PlaneVector?, _ seconds: Double) {
        guard let place = last.coordinate, let carried, seconds > 0, steady >= Self.settling,
            abs(location.coordinate.latitude) < LeapDetector.polarLatitude
        else {
            rest = 0
            return drag.interrupt()
        }
        rest = location.speed ?? 0 < Self.standing ? rest + seconds : 0
        if let altitude = location.altitude, let before = last.altitude {
            climb += (min(max((altitude - before) / seconds, -100), 100) - climb) * min(seconds / 8, 1)
        }
        // What falls may report the speed of the fall.
        guard abs(climb) < Self.fall else { return drag.interrupt() }
        let moved = scale.way(from: place, to: location.coordinate)
        drag.add(
            moved, carried, seconds, accuracy: max(last.accuracy ?? 0, location.horizontalAccuracy ?? 0),
            hasNewSpeed: location.speed != last.speed, isInDoubt: leaps.isInDoubt)
        guard covered == 0, Self.isSure(location) else { return }
        if drag.isLikely { isSuspected = true }
        guard drag.isDragged else { return }
        displace(
            from: scale.place(-1 * drag.displacement, from: location.coordinate), by: drag.displacement.length,
            rest >= Self.steadyTime ? .positionAgainstRest : .positionAgainstSpeed, to: location)
    }

    /// In a long step a turn leads farther than the mean of both velocities. Sharper than of aircraft it is no arc.
    private static func carried(
        _ before: PlaneVector?, _ now: PlaneVector?, _ seconds: Double, turn: Double
    ) -> PlaneVector? {
        guard seconds <= stall.longest, let way = PlaneVector.carried(before, now, seconds) else { return nil }
        guard seconds >= DragEvidence.time.part else { return way }
        let turn = turn.remainder(dividingBy: 360) * .pi / 180
        return abs(turn) < .pi / 4 ? (1 + turn * turn / 12) * way : way
    }

    /// Whether the receiver was sure of a fix that became no location.
    static func isSure(_ fix: Fix) -> Bool {
        fix.mode == .fix3D && fix.hdop ?? 0 <= sure.hdop && fix.satellitesUsed ?? sure.satellites >= sure.satellites
    }

    private static func isSure(_ location: Location) -> Bool {
        location.fix != .fix2D && location.horizontalAccuracy ?? 0 <= sure.accuracy
            && location.hdop ?? 0 <= sure.hdop && location.satellitesUsed ?? sure.satellites >= sure.satellites
    }
}
