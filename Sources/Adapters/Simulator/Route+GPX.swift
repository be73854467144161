import Interchange
import LocationModel

extension Route {
    /// The maximum number of seconds without signal between two segments: the simulator shortens a longer wait of the
    /// recording.
    static let longestSignalLoss = 30.0

    /// The journey of a GPX file. With a time at every point it moves as recorded, evenly from point to point; if a
    /// time lies before the previous one, it continues as after a loss of signal. Otherwise it drives from point to
    /// point at `groundSpeed` metres per second. Missing heights are taken from the neighbours; if all are missing, it
    /// is at sea level.
    init?(_ document: GPXDocument, groundSpeed: Double) {
        // It looks at every point.
        let isTimed = document.isTimed
        let segments = Self.places(of: document, isTimed: isTimed)
        guard let first = segments.first?.first, let last = segments.last?.last else { return nil }
        var builder = RouteBuilder()
        for (index, segment) in segments.enumerated() {
            guard let begin = segment.first else { continue }
            if index > 0, let end = segments[index - 1].last {
                builder.loseSignal()
                builder.pass(begin.place, after: Self.signalLoss(from: end, to: begin, groundSpeed: groundSpeed))
            }
            if isTimed {
                if index == 0 { builder.pass(begin.place, after: 0) }
                for (previous, next) in zip(segment, segment.dropFirst()) {
                    builder.pass(next.place, after: Self.seconds(from: previous, to: next))
                }
            } else {
                builder.drive(along: segment.map(\.place), speed: groundSpeed)
            }
        }
        let home = last.place.coordinate.distance(to: first.place.coordinate)
        // If both ends are closer than this, a drive around a block ends where it began.
        let returnTime = home < 50 ? 0 : min(home / groundSpeed, Self.longestSignalLoss)
        self.init(knots: builder.knots, returnTime: returnTime)
    }

    private typealias Stop = (place: RouteBuilder.Place, time: Timestamp?)

    /// The file's segments with every height known; a step back in time ends a segment.
    private static func places(of document: GPXDocument, isTimed: Bool) -> [[Stop]] {
        var heights = FilledHeights(document)
        var segments: [[Stop]] = []
        for segment in document.segments {
            segments.append([])
            for point in segment {
                if isTimed, let time = point.time, let before = segments.last?.last?.time, time < before {
                    segments.append([])
                }
                segments[segments.count - 1].append((heights.place(point), point.time))
            }
        }
        return segments
    }

    private static func seconds(from: Stop, to: Stop) -> Double {
        guard let end = to.time, let begin = from.time else { return 0 }
        return end.seconds(since: begin)
    }

    private static func signalLoss(from: Stop, to: Stop, groundSpeed: Double) -> Double {
        if from.time != nil, to.time != nil {
            return min(max(seconds(from: from, to: to), 1), longestSignalLoss)
        }
        return min(from.place.coordinate.distance(to: to.place.coordinate) / groundSpeed, longestSignalLoss)
    }
}

/// The heights of a file's points, in order; missing ones are interpolated between their neighbours.
private struct FilledHeights {
    private let heights: [Double]
    private var next = 0

    init(_ document: GPXDocument) {
        let given = document.segments.joined().map(\.elevation)
        var filled: [Double] = []
        filled.reserveCapacity(given.count)
        for (index, height) in given.enumerated() {
            guard let height else { continue }
            let missing = index - filled.count
            let before = filled.last ?? height
            for step in 0..<missing {
                filled.append(before + (height - before) * Double(step + 1) / Double(missing + 1))
            }
            filled.append(height)
        }
        filled.append(contentsOf: repeatElement(filled.last ?? 0, count: given.count - filled.count))
        heights = filled
    }

    mutating func place(_ point: GPXDocument.Point) -> RouteBuilder.Place {
        defer { next += 1 }
        return RouteBuilder.Place(
            coordinate: point.coordinate, altitude: heights[next], geoidSeparation: point.geoidHeight)
    }
}
