import Glibc

/// Where something really was: stretches of standing and of going along a line, on a plane, in metres and seconds.
package struct TruthPath: Sendable {
    package struct Point: Sendable, Hashable {
        package var east: Double
        package var north: Double

        package init(_ east: Double, _ north: Double) {
            self.east = east
            self.north = north
        }
    }

    private struct Stretch {
        var line: [Point]
        var lengths: [Double]
        var speed: Double
        var duration: Double
        var start: Double
    }

    private var stretches: [Stretch] = []
    /// Seconds.
    package private(set) var duration = 0.0
    /// When it set off, seconds.
    package private(set) var departures: [Double] = []
    private var end = Point(0, 0)

    package init() {}

    /// Stands.
    package func standing(_ seconds: Double) -> TruthPath {
        var path = self
        path.stretches.append(
            Stretch(line: [end], lengths: [0], speed: 0, duration: seconds, start: duration))
        path.duration += seconds
        return path
    }

    /// Goes along a line that is given from the place where it stands, for so many seconds, and turns back at its end.
    package func moving(_ line: [Point], at speed: Double, for seconds: Double) -> TruthPath {
        var path = self
        let moved = line.map { Point($0.east - line[0].east + end.east, $0.north - line[0].north + end.north) }
        var lengths = [0.0]
        for (from, to) in zip(moved, moved.dropFirst()) {
            lengths.append((lengths.last ?? 0) + hypot(to.east - from.east, to.north - from.north))
        }
        path.departures.append(duration)
        let stretch = Stretch(line: moved, lengths: lengths, speed: speed, duration: seconds, start: duration)
        path.stretches.append(stretch)
        path.duration += seconds
        path.end = Self.place(in: stretch, after: seconds)
        return path
    }

    /// Where it was.
    package func place(at time: Double) -> Point {
        guard let stretch = stretches.last(where: { $0.start <= time }) ?? stretches.first else { return Point(0, 0) }
        return Self.place(in: stretch, after: min(time - stretch.start, stretch.duration))
    }

    /// Metres that it had gone.
    package func distance(until time: Double) -> Double {
        stretches.reduce(0) { $0 + max(0, min(time - $1.start, $1.duration)) * $1.speed }
    }

    private static func place(in stretch: Stretch, after seconds: Double) -> Point {
        guard stretch.line.count > 1, let whole = stretch.lengths.last, whole > 0 else { return stretch.line[0] }
        var way = (stretch.speed * seconds).truncatingRemainder(dividingBy: 2 * whole)
        if way > whole { way = 2 * whole - way }
        var low = 0
        var high = stretch.lengths.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if stretch.lengths[middle] <= way { low = middle } else { high = middle }
        }
        let part = (way - stretch.lengths[low]) / max(stretch.lengths[high] - stretch.lengths[low], 1e-9)
        let (from, to) = (stretch.line[low], stretch.line[high])
        return Point(from.east + (to.east - from.east) * part, from.north + (to.north - from.north) * part)
    }
}

extension TruthPath {
    /// Sets off, goes and stops as vehicles do, `acceleration` in m/s²: along a straight line, for so many seconds in
    /// all.
    package func driving(at speed: Double, acceleration: Double, for seconds: Double, east: Double = 1) -> TruthPath {
        var path = self
        let ramp = speed / acceleration
        let line = [Point(0, 0), Point(100_000 * east, 100_000 * (1 - east * east).squareRoot())]
        var (time, now) = (0.0, 0.0)
        while time < seconds {
            now = min(speed, acceleration * min(time + 0.5, seconds - time - 0.5))
            path = path.moving(line, at: max(now, 0), for: 1)
            if time > 0 { path.departures.removeLast() }
            time += 1
        }
        return ramp > seconds ? self : path
    }
}

extension TruthPath {
    /// Goes from stall to stall in a rectangle, as at a market or on a delivery round, for so many seconds in all:
    /// metres from stop to stop, straight or with a bend where the rectangle is narrow, and seconds of each stop.
    package func market(
        _ width: Double, _ height: Double, at speed: Double, every metres: ClosedRange<Double>,
        stops: ClosedRange<Double>, for seconds: Double, seed: UInt64
    ) -> TruthPath {
        var random = TruthRandom(seed: seed)
        func value(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform()
        }
        var path = self
        var here = Point(width * random.uniform(), height * random.uniform())
        while path.duration < duration + seconds {
            var rest = value(metres)
            while rest > 0.1 {
                let stall = Point(width * random.uniform(), height * random.uniform())
                let distance = hypot(stall.east - here.east, stall.north - here.north)
                guard distance > 1 else { continue }
                let part = min(rest / distance, 1)
                let next = Point(
                    here.east + part * (stall.east - here.east), here.north + part * (stall.north - here.north))
                path = path.moving([here, next], at: speed, for: part * distance / speed)
                rest -= part * distance
                here = next
            }
            path = path.standing(value(stops))
        }
        return path
    }
}

extension [TruthPath.Point] {
    /// A way that bends as paths in a garden do, within a circle: the same for each seed.
    package static func garden(within radius: Double, length: Double, seed: UInt64) -> [TruthPath.Point] {
        var random = TruthRandom(seed: seed)
        var (east, north, course, bend) = (0.0, 0.0, random.uniform() * 2 * .pi, 0.0)
        var line: [TruthPath.Point] = [.init(0, 0)]
        for step in 0..<Int(length / 0.5) {
            if step % 16 == 0 { bend = (random.uniform() - 0.5) * 0.4 }
            course += bend
            let next = (east + 0.5 * cos(course), north + 0.5 * sin(course))
            if hypot(next.0, next.1) > radius {
                // Along the hedge, and back in.
                course = atan2(-north, -east) + (random.uniform() - 0.5)
                continue
            }
            (east, north) = next
            line.append(.init(east, north))
        }
        return line
    }

    /// Back and forth on a part of a circle, as a boat swings at its anchor: degrees to either side.
    package static func swinging(_ radius: Double, _ degrees: Double) -> [TruthPath.Point] {
        (-30...30).map { step in
            let angle = Double(step) / 30 * degrees * .pi / 180
            return .init(radius * sin(angle), radius * cos(angle))
        }
    }

    /// A straight line.
    package static func straight(_ length: Double = 100_000) -> [TruthPath.Point] { [.init(0, 0), .init(length, 0)] }

    /// Round a rectangle, so many times.
    package static func round(_ width: Double, _ height: Double, times: Int = 60) -> [TruthPath.Point] {
        let corners: [TruthPath.Point] = [.init(0, 0), .init(width, 0), .init(width, height), .init(0, height)]
        return (0..<times).flatMap { _ in corners } + [.init(0, 0)]
    }

    /// Round a circle, so many times.
    package static func circle(_ radius: Double, times: Int = 60) -> [TruthPath.Point] {
        (0...(120 * times)).map { step in
            let angle = Double(step) / 120 * 2 * .pi
            return .init(radius * cos(angle), radius * sin(angle))
        }
    }

    /// Stripe by stripe over a rectangle.
    package static func stripes(_ length: Double, _ width: Double, apart: Double = 1) -> [TruthPath.Point] {
        (0...Int(width / apart)).flatMap { index -> [TruthPath.Point] in
            let north = Double(index) * apart
            let ends: [TruthPath.Point] = [.init(0, north), .init(length, north)]
            return index % 2 == 0 ? ends : ends.reversed()
        }
    }
}
