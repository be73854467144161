import Glibc
package import LocationModel

/// A receiver that sees a ``TruthPath`` with errors, the same in each run.
package struct TruthReceiver: Sendable {
    /// What it says of the speed.
    package enum Speed: String, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// Doppler speed and course, to 0.1 m/s.
        case doppler
        /// Doppler speed without a course.
        case withoutCourse
        /// Doppler to 0.3 m/s.
        case noisy
        /// The difference of its positions.
        case fromPositions
        /// Doppler, zero below 0.6 m/s.
        case frozen
    }

    /// What it says of its accuracy.
    package enum Accuracy: String, Sendable, CaseIterable {
        case none
        case honest
        /// A third of what is true.
        case optimistic
        /// Two and a half times what is true.
        case pessimistic
    }

    package var noise = TruthNoise(deviation: 3, timeConstant: 20)
    package var speed = Speed.doppler
    package var accuracy = Accuracy.honest
    /// Seconds between fixes.
    package var interval = 1.0
    /// Metres that it is off by at first, and the seconds in which that falls to a third.
    package var convergence: (error: Double, time: Double) = (0, 30)

    package init() {}

    /// What it reports.
    package func fixes(of path: TruthPath, seed: UInt64) -> [Fix] {
        var random = TruthRandom(seed: seed)
        var (east, north) = (noise, noise)
        let count = Int(rounding: path.duration / interval)
        let direction = random.uniform() * 2 * .pi
        let start = Timestamp(seconds: 1_790_000_000) ?? .latest
        var fixes: [Fix] = []
        fixes.reserveCapacity(count)
        var before = path.place(at: 0)
        var seen: TruthPath.Point?
        for index in 0..<count {
            let time = Double(index) * interval
            let place = path.place(at: time)
            let error = convergence.error * exp(-time / convergence.time)
            let point = TruthPath.Point(
                place.east + east.next(after: interval, &random) + error * cos(direction),
                place.north + north.next(after: interval, &random) + error * sin(direction))
            let velocity = ((place.east - before.east) / interval, (place.north - before.north) / interval)
            var fix = Fix(
                mode: .fix3D, timestamp: start.advanced(bySeconds: time),
                coordinate: TruthScore.coordinate(of: point))
            set(
                velocity: velocity,
                seen: seen.map { ((point.east - $0.east) / interval, (point.north - $0.north) / interval) },
                of: &fix, &random)
            let true68 = 1.510 * noise.deviation
            switch accuracy {
            case .none: break
            case .honest: fix.horizontalAccuracy = max(true68, 0.1)
            case .optimistic: fix.horizontalAccuracy = max(true68 / 3, 0.1)
            case .pessimistic: fix.horizontalAccuracy = max(true68 * 2.5, 0.1)
            }
            fix.altitude = 450
            fixes.append(fix)
            (before, seen) = (place, point)
        }
        return fixes
    }

    private func set(
        velocity: (Double, Double), seen: (Double, Double)?, of fix: inout Fix, _ random: inout TruthRandom
    ) {
        let deviation = speed == .noisy ? 0.3 : 0.1
        let (one, other) = (random.normal() * deviation, random.normal() * deviation)
        switch speed {
        case .none: break
        case .doppler, .noisy: set((velocity.0 + one, velocity.1 + other), of: &fix)
        case .withoutCourse:
            set((velocity.0 + one, velocity.1 + other), of: &fix)
            fix.course = nil
        case .fromPositions: if let seen { set(seen, of: &fix) }
        case .frozen:
            set((velocity.0 + one, velocity.1 + other), of: &fix)
            if (fix.speed ?? 0) < 0.6 {
                fix.speed = 0
                fix.course = nil
            }
        }
    }

    private func set(_ velocity: (Double, Double), of fix: inout Fix) {
        fix.speed = hypot(velocity.0, velocity.1)
        let course = atan2(velocity.0, velocity.1) * 180 / .pi
        fix.course = course < 0 ? course + 360 : course
    }
}

extension [Fix] {
    /// Excursions of the position: so many, evenly spread, of 40 m to 2 km and 1 to 20 s, with the radius of all
    /// others.
    package func withSpikes(_ count: Int, seed: UInt64) -> [Fix] {
        var random = TruthRandom(seed: seed)
        var fixes = self
        guard count > 0, let start = first?.timestamp, let end = last?.timestamp else { return fixes }
        let spacing = end.seconds(since: start) / Double(count + 1)
        for index in 1...count {
            let from = start.advanced(bySeconds: spacing * Double(index))
            let until = from.advanced(bySeconds: 1 + 19 * random.uniform())
            let size = 40 * pow(50, random.uniform())
            let bearing = 360 * random.uniform()
            for index in fixes.indices {
                guard let time = fixes[index].timestamp, time >= from, time < until else { continue }
                fixes[index].coordinate = fixes[index].coordinate?.moved(by: size, bearing: bearing)
            }
        }
        return fixes
    }
}
