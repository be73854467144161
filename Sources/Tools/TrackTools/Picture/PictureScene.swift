internal import Cartography
internal import Glibc
internal import LocationModel

/// The content of a drawing, on the plane of a projection, for any output format.
struct PictureScene {
    /// A line of the track, in the plane.
    struct Piece {
        var link: TraceLink
        var range: Range<Int>
    }

    struct Mark {
        enum Kind: String {
            case start, end, stop, visit, enter, exit
        }

        var kind: Kind
        var coordinate: Coordinate
        var point: MapPoint
        var from: Timestamp?
        var to: Timestamp?
        var name: String?
    }

    /// A region's area, in the plane.
    struct Area {
        var name: String
        var rings: [[MapPoint]]
        /// Whether the rings overlap and belong together; otherwise the inner ones are holes.
        var isUnion: Bool
        var center: MapPoint
    }

    let picture: TrackPicture
    let options: PictureOptions
    let projection: MapProjection
    /// The track and its data.
    let extent: MapRect
    let points: [MapPoint]
    let pieces: [Piece]
    let marks: [Mark]
    let areas: [Area]
    /// What is not trusted: it does not count for the extent, since it may be anywhere.
    let untrusted: [(line: [MapPoint], text: String)]
    let speeds: SpeedScale

    /// `nil` if there is no place to draw.
    init?(_ picture: TrackPicture, _ options: PictureOptions) {
        guard let box = picture.box else { return nil }
        self.picture = picture
        self.options = options
        let projection = MapProjection(for: box)
        self.projection = projection
        points = picture.trace.points.map { projection.point(of: $0.coordinate) }
        pieces = picture.trace.pieces.filter { !$0.range.isEmpty }.map { Piece(link: $0.link, range: $0.range) }
        marks = Self.marks(picture, projection)
        let words = PictureWords(units: options.units, clock: options.clock)
        untrusted = picture.untrusted.map {
            (Self.unwrapped($0.places, projection), "\(words.moment($0.from, withDay: false)) \($0.text)")
        }
        speeds = SpeedScale(upTo: Self.usualSpeed(picture.trace), units: options.units)
        let around = MapRect(around: points + marks.map(\.point)) ?? MapRect(left: 0, bottom: 0, right: 0, top: 0)
        // A single place gets some surroundings.
        let least = 120 / max(projection.groundScale(at: around.center), 1e-9)
        extent = around.resized(width: max(around.width, least), height: max(around.height, least))
        let near = extent.grown(by: max(extent.width, extent.height) * 4)
        areas = options.regions.compactMap { Self.area($0, projection) }.filter { area in
            MapRect(around: area.rings.joined()).map { $0.intersects(near) } ?? false
        }
    }

    /// Metres of the plane for one on the ground, in the middle.
    var planeScale: Double { 1 / max(projection.groundScale(at: extent.center), 1e-9) }

    /// The speed at a point in m/s: as reported, else computed from the positions.
    func speed(at index: Int, first: Int) -> Double {
        let points = picture.trace.points
        if !points[index].speed.isNaN { return Double(points[index].speed) }
        guard index > first else { return index + 1 < points.count ? 0 : 0 }
        let seconds = points[index].timestamp.seconds(since: points[index - 1].timestamp)
        return seconds > 0 ? points[index].coordinate.distance(to: points[index - 1].coordinate) / seconds : 0
    }

    /// The speed that only one fiftieth of the distance exceeds.
    private static func usualSpeed(_ trace: Trace) -> Double {
        var ways: [(speed: Double, length: Double)] = []
        for piece in trace.pieces where piece.range.count > 1 {
            for index in piece.range.dropFirst() {
                let (last, next) = (trace.points[index - 1], trace.points[index])
                let length = last.coordinate.distance(to: next.coordinate)
                let seconds = next.timestamp.seconds(since: last.timestamp)
                let speed = next.speed.isNaN ? (seconds > 0 ? length / seconds : 0) : Double(next.speed)
                ways.append((speed, length))
            }
        }
        ways.sort { $0.speed < $1.speed }
        var rest = ways.reduce(0) { $0 + $1.length } * 0.98
        for way in ways {
            rest -= way.length
            if rest <= 0 { return way.speed }
        }
        return ways.last?.speed ?? 1
    }

    private static func marks(_ picture: TrackPicture, _ projection: MapProjection) -> [Mark] {
        func mark(
            _ kind: Mark.Kind, _ place: Coordinate, _ from: Timestamp?, _ to: Timestamp? = nil, _ name: String? = nil
        ) -> Mark {
            Mark(kind: kind, coordinate: place, point: projection.point(of: place), from: from, to: to, name: name)
        }
        var marks: [Mark] = []
        // If there are very many, the longest.
        let stops = picture.statistics.stops.sorted { $0.duration > $1.duration }.prefix(1000).sorted {
            $0.from < $1.from
        }
        marks += stops.map { mark(.stop, $0.place, $0.from, $0.to) }
        marks += picture.marks.visits.map { mark(.visit, $0.coordinate, $0.arrivalDate ?? $0.since, $0.departureDate) }
        marks += picture.marks.crossings.map {
            mark(
                $0.event.state == .inside ? .enter : .exit, $0.coordinate, $0.event.timestamp, nil, $0.event.identifier)
        }
        if let ends = picture.ends {
            marks.append(mark(.start, ends.first.coordinate, ends.first.timestamp))
            marks.append(mark(.end, ends.last.coordinate, ends.last.timestamp))
        }
        return marks
    }

    private static func area(_ region: Region, _ projection: MapProjection) -> Area? {
        func circle(_ center: Coordinate, _ radius: Double, _ corners: Int) -> [Coordinate] {
            (0..<corners).map { center.moved(by: radius, bearing: Double($0) * 360 / Double(corners)) }
        }
        var rings: [[Coordinate]] = []
        var isUnion = false
        switch region.shape {
        case .circle(let center, let radius): rings = [circle(center, radius, 72)]
        case .beacons: return nil
        case .polygons(let polygons):
            rings = polygons.flatMap { [$0.exterior.vertices] + $0.holes.map(\.vertices) }
        case .corridor(let line, let width):
            isUnion = true
            rings = line.vertices.map { circle($0, width / 2, 24) }
            for (start, end) in zip(line.vertices, line.vertices.dropFirst()) {
                let bearing = start.geodesic(to: end).initialBearing
                let there = end.geodesic(to: start).initialBearing + 180
                rings.append([
                    start.moved(by: width / 2, bearing: bearing + 90), end.moved(by: width / 2, bearing: there + 90),
                    end.moved(by: width / 2, bearing: there - 90), start.moved(by: width / 2, bearing: bearing - 90),
                ])
            }
        }
        let drawn = rings.map { ring in unwrapped(ring, projection) }
        guard let around = MapRect(around: drawn.joined()) else { return nil }
        return Area(
            name: region.name ?? region.identifier, rings: drawn, isUnion: isUnion, center: around.center)
    }

    /// A line whose points follow each other the short way around the Earth.
    static func unwrapped(_ line: [Coordinate], _ projection: MapProjection) -> [MapPoint] {
        guard case .mercator(let meridian) = projection, let first = line.first else {
            return line.map { projection.point(of: $0) }
        }
        var longitude = meridian + wrappedLongitude(first.longitude - meridian)
        var previous = first.longitude
        return line.map { place in
            longitude += wrappedLongitude(place.longitude - previous)
            previous = place.longitude
            return projection.point(latitude: place.latitude, unwrappedLongitude: longitude)
        }
    }
}
