import Glibc
package import LocationModel
import SystemSupport

/// A receiver that errs otherwise than ``TruthReceiver``, on which constants were chosen: its errors are sums of parts
/// with time constants of their own, its reflections shift both axes at once, its Doppler errs in a correlated way, and
/// what it reports is rounded as NMEA 0183 is. The path is turned by another angle for each seed.
package struct SecondReceiver: Sendable {
    /// A part of the error of one axis.
    package struct Part: Sendable {
        /// Metres; metres per root of a second if the time constant is infinite.
        package var deviation: Double
        /// Seconds; 0 is white, infinite a random walk.
        package var timeConstant: Double

        package init(_ deviation: Double, _ timeConstant: Double) {
            self.deviation = deviation
            self.timeConstant = timeConstant
        }
    }

    /// What it says of the speed.
    package enum Speed: Sendable, Hashable {
        case none
        /// m/s per axis: half of it white, half of it for some seconds.
        case doppler(Double)
        /// The same, and no course.
        case dopplerWithoutCourse(Double)
        /// From the positions that it reports, over so many seconds.
        case positions(Double)
    }

    package var parts = [Part(3, 20)]
    package var speed = Speed.doppler(0.1)
    /// Seconds between fixes.
    package var interval = 1.0
    /// Reflections: so many an hour, of so many metres, for so many seconds (means).
    package var reflections: (rate: Double, size: Double, duration: Double) = (0, 0, 0)
    /// Seconds by which two low passes in a row smooth its error.
    package var smoothing = 0.0
    /// Decimals of the minutes of its positions; `nil` for exact ones.
    package var decimals: Int? = 4
    /// m/s below which it holds its position and says zero, until it is half as fast again; 0 for never.
    package var freezesBelow = 0.0
    /// The accuracy that it claims, in parts of the true one; `nil` for none.
    package var claims: Double? = 1

    package init() {}

    package init(_ change: (inout SecondReceiver) -> Void) { change(&self) }

    private struct Generator {
        var generator: SplitMix64

        init(seed: UInt64) { generator = SplitMix64(seed: seed &* 0xD129_0B26_69A1_F3C7 &+ 0x5851_F42D) }

        mutating func uniform() -> Double { generator.nextUnit() }

        /// A standard normal deviate, by Marsaglia's polar method.
        mutating func normal() -> Double {
            while true {
                let (one, other) = (2 * uniform() - 1, 2 * uniform() - 1)
                let square = one * one + other * other
                if square > 0, square < 1 { return one * (-2 * log(square) / square).squareRoot() }
            }
        }
    }

    /// One axis.
    private struct Axis {
        var values: [Double]
        var low = (0.0, 0.0)
        var doppler = 0.0
        var isNew = true

        mutating func next(_ receiver: SecondReceiver, _ random: inout Generator) -> Double {
            var sum = 0.0
            for (index, part) in receiver.parts.enumerated() {
                if part.timeConstant == .infinity {
                    // Begins where it is: what it was off by before, it does not say.
                    if !isNew { values[index] += part.deviation * receiver.interval.squareRoot() * random.normal() }
                } else {
                    let keeps = isNew || part.timeConstant == 0 ? 0 : exp(-receiver.interval / part.timeConstant)
                    values[index] =
                        keeps * values[index] + (1 - keeps * keeps).squareRoot() * part.deviation * random.normal()
                }
                sum += values[index]
            }
            if receiver.smoothing > 0 {
                let part = isNew ? 1 : 1 - exp(-receiver.interval / receiver.smoothing)
                low.0 += (sum - low.0) * part
                low.1 += (low.0 - low.1) * part
                sum = low.1
            }
            isNew = false
            return sum
        }

        mutating func nextDoppler(_ deviation: Double, _ interval: Double, _ random: inout Generator) -> Double {
            let keeps = exp(-interval / 4)
            let half = deviation * 0.5.squareRoot()
            doppler = keeps * doppler + (1 - keeps * keeps).squareRoot() * half * random.normal()
            return doppler + half * random.normal()
        }
    }

    /// What it reports.
    package func fixes(of path: TruthPath, seed: UInt64) -> [Fix] {
        var random = Generator(seed: seed)
        let turn = 2 * Double.pi * random.uniform()
        var east = Axis(values: parts.map { _ in 0 })
        var north = east
        let start = Timestamp(seconds: 1_750_000_000) ?? .latest
        let count = Int(rounding: path.duration / interval)
        let variance = parts.reduce(0) { $0 + ($1.timeConstant == .infinity ? 9 : $1.deviation * $1.deviation) }
        var reflection: (east: Double, north: Double, until: Double)?
        var held: TruthPath.Point?
        var seen: [TruthPath.Point] = []
        var fixes: [Fix] = []
        fixes.reserveCapacity(count)
        func turned(_ point: TruthPath.Point) -> TruthPath.Point {
            .init(point.east * cos(turn) - point.north * sin(turn), point.east * sin(turn) + point.north * cos(turn))
        }
        var before = turned(path.place(at: 0))
        for index in 0..<count {
            let time = Double(index) * interval
            let place = turned(path.place(at: time))
            if reflections.rate > 0, random.uniform() < reflections.rate * interval / 3600 {
                let (size, angle) = (-log(random.uniform()) * reflections.size, 2 * .pi * random.uniform())
                reflection = (size * cos(angle), size * sin(angle), time - log(random.uniform()) * reflections.duration)
            }
            if let until = reflection?.until, until <= time { reflection = nil }
            var point = TruthPath.Point(
                place.east + east.next(self, &random) + (reflection?.east ?? 0),
                place.north + north.next(self, &random) + (reflection?.north ?? 0))
            let velocity = ((place.east - before.east) / interval, (place.north - before.north) / interval)
            let limit = held == nil ? freezesBelow : 1.5 * freezesBelow
            let isHeld = hypot(velocity.0, velocity.1) < limit
            if isHeld { point = held ?? point }
            held = isHeld ? point : nil
            var coordinate = TruthScore.coordinate(of: point)
            if let decimals {
                let scale = 60 * pow(10, Double(decimals))
                coordinate = Coordinate(
                    latitude: (coordinate.latitude * scale).rounded() / scale,
                    longitude: (coordinate.longitude * scale).rounded() / scale)
            }
            var fix = Fix(mode: .fix3D, timestamp: start.advanced(bySeconds: time), coordinate: coordinate)
            seen.append(point)
            switch speed {
            case .none: break
            case .doppler(let deviation), .dopplerWithoutCourse(let deviation):
                let moved = (
                    velocity.0 + east.nextDoppler(deviation, interval, &random),
                    velocity.1 + north.nextDoppler(deviation, interval, &random)
                )
                set(isHeld ? (0, 0) : moved, of: &fix)
                if case .dopplerWithoutCourse = speed { fix.course = nil }
            case .positions(let seconds):
                let steps = max(Int(rounding: seconds / interval), 1)
                if index >= steps {
                    let from = seen[index - steps]
                    let time = Double(steps) * interval
                    set(((point.east - from.east) / time, (point.north - from.north) / time), of: &fix)
                }
            }
            if let claims { fix.horizontalAccuracy = max(1.51 * variance.squareRoot() * claims, 0.1) }
            fix.altitude = 450
            fixes.append(fix)
            before = place
        }
        return fixes
    }

    /// To a hundredth of a knot and of a degree, as RMC has them.
    private func set(_ velocity: (Double, Double), of fix: inout Fix) {
        let knot = 1852.0 / 3600
        let speed = (hypot(velocity.0, velocity.1) / knot * 100).rounded() / 100 * knot
        fix.speed = speed
        guard speed > 0 else { return }
        let course = (atan2(velocity.0, velocity.1) * 180 / .pi * 100).rounded() / 100
        fix.course = course < 0 ? course + 360 : course
    }
}
