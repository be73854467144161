public import LocationModel
internal import Phrasing

/// A part of the Earth that limits a query.
public enum TrackArea: Sendable, Hashable {
    /// Between two parallels and two meridians, in degrees; `west` above `east` is across the antimeridian.
    case box(south: Double, west: Double, north: Double, east: Double)
    /// Within `radius` metres of a place.
    case circle(center: Coordinate, radius: Double)

    /// Whether a place is in it.
    public func contains(_ place: Coordinate) -> Bool {
        switch self {
        case .box(let south, let west, let north, let east):
            guard (south...max(south, north)).contains(place.latitude) else { return false }
            return west <= east
                ? place.longitude >= west && place.longitude <= east
                : place.longitude >= west || place.longitude <= east
        case .circle(let center, let radius):
            // A degree of latitude is at least 110.5 km: a distant place needs no geodesic.
            guard abs(center.latitude - place.latitude) * 110_500 <= radius else { return false }
            return center.distance(to: place) <= radius
        }
    }
}

/// Finds the records of a track that are in an area: those with a place by that, the others by the location before.
package struct TrackAreaFilter: Sendable {
    private let area: TrackArea?
    /// Whether the last location was in the area; `nil` before the first.
    private var wasInside: Bool?

    /// Without an area every record is in it.
    package init(_ area: TrackArea?) {
        self.area = area
    }

    /// The next location follows no earlier one.
    package mutating func begin() {
        wasInside = nil
    }

    /// Whether the next record is in the area. Steps are not: they were counted on the way, wherever that led.
    package mutating func contains(_ record: TrackRecord) -> Bool {
        guard let area else { return true }
        switch record {
        case .event(.location(let location)):
            let isInside = area.contains(location.coordinate)
            if location.integrity != .notTrusted { wasInside = isInside }
            return isInside
        case .event(.visit(let visit)): return area.contains(visit.coordinate)
        case .event(.pause(let pause)): return pause.coordinate.map(area.contains) ?? wasInside ?? true
        case .event(.resume(let resume)): return resume.coordinate.map(area.contains) ?? wasInside ?? true
        case .event(.gap): return wasInside ?? true
        case .event(.steps): return false
        // What they say is of the track, not of a place.
        case .header, .loss, .event(.timeReset), .event(.integrity): return true
        case .event: return wasInside ?? false
        }
    }
}

extension TrackArea: LosslessStringConvertible {
    /// Reads `SOUTH,WEST,NORTH,EAST` in degrees, or `PLACE,RADIUS`, a place as `Coordinate(place:)` reads it and
    /// metres; `nil` for anything else, or out of range.
    public init?(_ text: String) {
        let figures = text.split(separator: ",", omittingEmptySubsequences: false).map { figure in
            Figure.signed(figure.drop { $0 == " " })
        }
        let numbers = figures.compactMap(\.self)
        if figures.count == 4 {
            guard numbers.count == 4 else { return nil }
            let corner = Coordinate(latitude: numbers[0], longitude: numbers[1])
            let opposite = Coordinate(latitude: numbers[2], longitude: numbers[3])
            guard corner.isValid, opposite.isValid, numbers[0] <= numbers[2] else { return nil }
            self = .box(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
        } else {
            guard let comma = text.lastIndex(of: ","), let radius = figures.last ?? nil, radius > 0,
                let center = Coordinate(place: String(text[..<comma]))
            else { return nil }
            self = .circle(center: center, radius: radius)
        }
    }

    /// The text that it was read from.
    public var description: String {
        switch self {
        case .box(let south, let west, let north, let east): "\(south),\(west),\(north),\(east)"
        case .circle(let center, let radius): "\(center.latitude),\(center.longitude),\(radius)"
        }
    }
}
