internal import Cartography
package import LocationModel
package import TrackTools

/// A day for the calendar and the overview: its figures, and a line of at most some hundred points.
package struct DaySketch: Sendable, Hashable {
    /// A point, and the highest level of detail at which it is still drawn.
    package struct Point: Sendable, Hashable {
        /// In 1e-7 degree: half the size of a coordinate, because a year of days is kept.
        private let latitude, longitude: Int32
        package let level: UInt8
        /// Whether a new line begins here.
        package let isStart: Bool

        init(_ coordinate: Coordinate, level: UInt8, isStart: Bool) {
            latitude = Int32(rounding: coordinate.latitude * 1e7)
            longitude = Int32(rounding: coordinate.longitude * 1e7)
            (self.level, self.isStart) = (level, isStart)
        }

        package var coordinate: Coordinate {
            Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        }
    }

    /// Points of a day's line that are kept at most.
    package static let budget = 400
    private static let levels = 14

    package let distance: Double
    package let movingTime: Double
    package let maximumSpeed: Double?
    package let trips: Int
    package let gaps: Int
    package let points: [Point]
    /// The error of the line at level 0, in metres.
    package let tolerance: Double

    /// The sketch of a finished day; `nil` if nothing was recorded.
    package init?(_ day: TrackDay) {
        let (statistics, trace) = (day.picture.statistics, day.picture.trace)
        guard statistics.locations > 0 else { return nil }
        distance = statistics.distance
        movingTime = statistics.movingTime
        maximumSpeed = statistics.maximumSpeed
        trips = day.trips.count
        gaps = statistics.gapCount
        tolerance = trace.tolerance
        let levels = trace.levels(highest: Self.levels)
        points = trace.pieces.flatMap { piece in
            piece.range.map { index in
                Point(
                    trace.points[index].coordinate, level: levels[index], isStart: index == piece.range.lowerBound)
            }
        }
    }

    /// The lines in the detail that is visible if a pixel covers this many metres.
    package func lines(pixel: Double) -> [[Coordinate]] {
        var lines: [[Coordinate]] = []
        var least = 0
        while least < Self.levels, tolerance * Double(1 << (least + 1)) < pixel { least += 1 }
        for point in points {
            if point.isStart { lines.append([]) }
            guard point.level >= least, !lines.isEmpty else { continue }
            lines[lines.count - 1].append(point.coordinate)
        }
        return lines.filter { !$0.isEmpty }
    }
}
