internal import Glibc
public import LocationModel

/// The way of something through a year, in a budget of points: added point by point, simplified as it grows.
///
/// A point goes if the line that stays shows where it was at its time, within a tolerance: the distance is the
/// synchronized one of N. Meratnia and R. de By (2004), so that speeds and halts survive, found by the method of
/// Douglas and Peucker in pieces of ``window`` points. When there are more points than the budget allows, the tolerance
/// doubles and what was kept is simplified again. ``error`` bounds the distance of every point that was ever added from
/// the line, in metres.
public struct Trace: Sendable {
    /// A part of the way without interruption.
    public struct Piece: Sendable, Hashable {
        /// How it is joined to the piece before.
        public var link: TraceLink
        /// The first point, in ``Trace/points``, and behind the last one.
        public internal(set) var range: Range<Int>
    }

    /// So many points are simplified at once.
    static let window = 2048
    /// The tolerance does not grow beyond it: the Earth.
    private static let largestTolerance = 2e7

    /// The points that are kept, in order.
    public private(set) var points: [TracePoint] = []
    /// The pieces, in order.
    public private(set) var pieces: [Piece] = []
    /// The present tolerance in metres.
    public private(set) var tolerance: Double
    /// Metres that any point that was added is away from the line at most.
    public private(set) var error = 0.0
    /// How many points were added.
    public private(set) var added = 0

    private let budget: Int
    private var pending: [TracePoint] = []

    /// No points yet. `tolerance` is in metres, above 0; `budget` is the number of points that may be kept.
    public init(tolerance: Double = 0.25, budget: Int = 120_000) {
        self.tolerance = tolerance
        self.budget = max(budget, 16)
    }

    /// Appends a point to the present piece. Its time is not before that of the last one.
    public mutating func add(_ point: TracePoint) {
        if pieces.isEmpty { begin(.separate) }
        added += 1
        pending.append(point)
        if pending.count == Self.window { settle(isLast: false) }
    }

    /// Ends the present piece; the next point begins another one.
    public mutating func begin(_ link: TraceLink) {
        finish()
        if let last = pieces.last, last.range.isEmpty {
            // Of interruptions in a row the latest counts.
            if pieces.count > 1 { pieces[pieces.count - 1].link = link }
        } else {
            pieces.append(Piece(link: pieces.isEmpty ? .separate : link, range: points.count..<points.count))
        }
    }

    /// What was added so far is in ``points``.
    public mutating func finish() {
        settle(isLast: true)
    }

    /// Simplifies everything until the tolerance is not below a number of metres.
    public mutating func coarsen(to tolerance: Double) {
        finish()
        guard tolerance > self.tolerance, tolerance <= Self.largestTolerance else { return }
        self.tolerance = tolerance
        reduce()
    }

    /// For each point the greatest power of two by which ``tolerance`` may be multiplied while it is kept, 0 to
    /// `highest`. Both ends of a piece are always kept.
    public func levels(highest: Int) -> [UInt8] {
        var levels = [UInt8](repeating: 0, count: points.count)
        for piece in pieces where !piece.range.isEmpty {
            var kept = Array(piece.range)
            for level in 1...max(highest, 1) where kept.count > 2 {
                let places = kept.map { points[$0] }
                kept = Self.kept(places[...], tolerance: tolerance * Double(1 << level)).map { kept[$0] }
                for index in kept { levels[index] = UInt8(level) }
            }
            for index in kept { levels[index] = UInt8(highest) }
        }
        return levels
    }

    private mutating func settle(isLast: Bool) {
        guard !pending.isEmpty, !pieces.isEmpty else { return }
        let isBeginning = pieces[pieces.count - 1].range.isEmpty
        let kept = Self.kept(pending[...], tolerance: tolerance)
        if pending.count > kept.count { error = max(error, tolerance) }
        // The last point of a window was kept as its end, and is the beginning of this one.
        let merged = Self.merged(pending[...], kept)
        points += isBeginning ? merged[...] : merged.dropFirst()
        pieces[pieces.count - 1].range = pieces[pieces.count - 1].range.lowerBound..<points.count
        let end = merged[merged.count - 1]
        pending.removeAll(keepingCapacity: true)
        if !isLast { pending.append(end) }
        while points.count > budget, tolerance < Self.largestTolerance {
            tolerance *= 2
            reduce()
        }
    }

    private mutating func reduce() {
        error += tolerance
        var reduced: [TracePoint] = []
        reduced.reserveCapacity(points.count)
        var left: [Piece] = []
        let isFull = pieces.count * 2 > budget / 2
        for (index, piece) in pieces.enumerated() {
            let part = points[piece.range]
            let start = reduced.count
            reduced += Self.merged(part, Self.kept(part, tolerance: tolerance))
            // With more pieces than the budget allows, those go that lie where the one before ends.
            if isFull, index < pieces.count - 1, let last = left.last, !last.range.isEmpty,
                Self.isAround(
                    reduced[last.range.upperBound - 1].coordinate, reduced[start...], tolerance)
            {
                reduced.removeSubrange(start...)
                continue
            }
            left.append(Piece(link: piece.link, range: start..<reduced.count))
        }
        points = reduced
        pieces = left
    }

    private static func isAround(_ place: Coordinate, _ points: ArraySlice<TracePoint>, _ radius: Double) -> Bool {
        points.allSatisfy { place.isWithin(radius, of: $0.coordinate) }
    }

    /// The points that stay, each with the mean speed of the way that leads to it.
    private static func merged(_ points: ArraySlice<TracePoint>, _ kept: [Int]) -> [TracePoint] {
        guard kept.count < points.count else { return Array(points) }
        var result: [TracePoint] = []
        result.reserveCapacity(kept.count)
        var next = points.startIndex
        for offset in kept {
            let index = points.startIndex + offset
            var point = points[index]
            if index > next {
                var (sum, time) = (0.0, 0.0)
                for between in next...index where between > points.startIndex && !points[between].speed.isNaN {
                    // Two points at one time count for a moment.
                    let seconds = max(
                        points[between].timestamp.seconds(since: points[between - 1].timestamp), 0.001)
                    sum += Double(points[between].speed) * seconds
                    time += seconds
                }
                point.speed = time > 0 ? Float(sum / time) : .nan
            }
            result.append(point)
            next = index + 1
        }
        return result
    }

    /// The indices, from the first point on, of those that stay: the first and the last always.
    private static func kept(_ points: ArraySlice<TracePoint>, tolerance: Double) -> [Int] {
        guard points.count > 2 else { return Array(0..<points.count) }
        let places = points.map(SpaceTimePoint.init)
        var isKept = [Bool](repeating: false, count: places.count)
        isKept[0] = true
        isKept[places.count - 1] = true
        var open = [(0, places.count - 1)]
        places.withUnsafeBufferPointer { places in
            while let (first, last) = open.popLast() {
                guard let worst = farthest(places, first, last, tolerance * tolerance) else { continue }
                isKept[worst] = true
                if worst - first > 1 { open.append((first, worst)) }
                if last - worst > 1 { open.append((worst, last)) }
            }
        }
        return isKept.indices.filter { isKept[$0] }
    }

    /// The point between two that is farthest from where the line is at its time; `nil` if none is beyond the limit.
    private static func farthest(
        _ places: UnsafeBufferPointer<SpaceTimePoint>, _ first: Int, _ last: Int, _ limit: Double
    ) -> Int? {
        let (start, end) = (places[first], places[last])
        let duration = end.time - start.time
        let (dx, dy, dz) = (end.x - start.x, end.y - start.y, end.z - start.z)
        let perSecond = duration > 0 ? 1 / duration : 0
        var largest = limit
        var worst: Int?
        for index in (first + 1)..<last {
            let place = places[index]
            let part = (place.time - start.time) * perSecond
            let (x, y, z) = (
                place.x - start.x - part * dx, place.y - start.y - part * dy, place.z - start.z - part * dz
            )
            let square = x * x + y * y + z * z
            if square > largest { (largest, worst) = (square, index) }
        }
        return worst
    }
}

/// A point in space, in metres from the middle of the Earth, and in time.
private struct SpaceTimePoint {
    var x, y, z, time: Double

    init(_ point: TracePoint) {
        let latitude = point.coordinate.latitude * .pi / 180
        let longitude = point.coordinate.longitude * .pi / 180
        let sine = sin(latitude)
        let normal = WGS84.radii(atSineOfLatitude: sine).primeVertical
        let across = normal * cos(latitude)
        x = across * cos(longitude)
        y = across * sin(longitude)
        z = normal * (1 - WGS84.eccentricitySquared) * sine
        time = Double(point.timestamp.milliseconds) / 1000
    }
}

/// The connection of two pieces of a ``Trace``.
public enum TraceLink: Sendable, Hashable {
    /// Nothing that belongs together: another run, another file. No line leads from one to the other.
    case separate
    /// Time that is known to be missing; `cause` is a word for it, such as `noFix`. The ends are joined by a dashed
    /// line.
    case gap(cause: String)
}

/// A point of a ``Trace``: where something was, and when.
public struct TracePoint: Sendable, Hashable {
    /// Degrees WGS 84.
    public var coordinate: Coordinate
    /// When it was there.
    public var timestamp: Timestamp
    /// The mean speed in m/s on the way that leads here from the point before; NaN if it is not known.
    public var speed: Float

    /// A point; `speed` in m/s, `nil` if it is not known.
    public init(_ coordinate: Coordinate, at timestamp: Timestamp, speed: Double? = nil) {
        self.coordinate = coordinate
        self.timestamp = timestamp
        self.speed = Float(speed ?? .nan)
    }
}
