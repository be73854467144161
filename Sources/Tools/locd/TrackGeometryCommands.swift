import ArgumentParser
import CommandText
import LocationModel
import Motion
import Phrasing

/// `locd track distance`: how far, and in which direction.
struct TrackDistanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distance", abstract: "Print metres and initial bearing (degrees true) from one place to another.",
        discussion: "A place is \(Coordinate.placeForms).")

    @Argument(help: "The first place.") var from: PlaceArgument
    @Argument(help: "The second place.") var to: PlaceArgument
    @Flag(help: "Print a line of JSON.") var json = false

    func run() throws {
        let (distance, bearing) = from.place.geodesic(to: to.place)
        guard !json else {
            var line = JSONLine()
            line.begin(type: "distance")
            line.member("distance", distance, decimals: 3)
            line.member("course", bearing, decimals: 6)
            line.end()
            return try Console.put(line)
        }
        try Console.put("\(Figure.decimal(distance, 3)) \(Figure.decimal(bearing, 6))\n")
    }
}

/// `locd track nearest`: how far a place is from the way between two others.
struct TrackNearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest", abstract: "Print the distance of a place from the line between two others, in metres.",
        discussion:
            "Also print the nearest point and its distance along the line. A place is \(Coordinate.placeForms).")

    @Argument(help: "The place.") var place: PlaceArgument
    @Argument(help: "The start of the line.") var from: PlaceArgument
    @Argument(help: "The end of the line.") var to: PlaceArgument
    @Flag(help: "Print a line of JSON.") var json = false

    func run() throws {
        let nearest = GeodesicSegment(from: from.place, to: to.place).nearestPoint(to: place.place)
        guard !json else {
            var line = JSONLine()
            line.begin(type: "nearest")
            line.member("distance", nearest.distance, decimals: 3)
            line.member("along", nearest.along, decimals: 3)
            line.member("latitude", nearest.point.latitude, decimals: 7)
            line.member("longitude", nearest.point.longitude, decimals: 7)
            line.end()
            return try Console.put(line)
        }
        try Console.put(
            "\(Figure.decimal(nearest.distance, 3)) \(Figure.decimal(nearest.along, 3)) \(nearest.point.place())\n"
        )
    }
}

/// `locd track polygon`: an area, and what is in it.
struct TrackPolygonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "polygon", abstract: "Print the area of a polygon in square metres, or whether a place is in it.",
        discussion: "A corner is \(Coordinate.placeForms). With --contains: prints yes or no, and ends with 0 or 1.")

    @Argument(help: "The corners, three or more.") var corners: [PlaceArgument]
    @Option(help: ArgumentHelp("Check whether this place is inside.", valueName: "place")) var contains: PlaceArgument?
    @Flag(help: "Print a line of JSON.") var json = false

    func run() throws {
        guard let polygon = GeodesicPolygon(corners: corners.map(\.place)) else {
            throw ValidationError("a polygon needs three corners or more")
        }
        let isInside = (contains?.place).map(polygon.contains)
        if json {
            var line = JSONLine()
            line.begin(type: "polygon")
            line.member("area", polygon.area, decimals: 3)
            if let isInside { line.member("contains", isInside) }
            line.end()
            try Console.put(line)
        } else {
            try Console.put((isInside.map { $0 ? "yes" : "no" } ?? Figure.decimal(polygon.area, 3)) + "\n")
        }
        if isInside == false { throw ExitCode(.failure) }
    }
}

/// A place on a command line, as a person writes it.
struct PlaceArgument: ExpressibleByArgument {
    let place: Coordinate

    init?(argument: String) {
        guard let place = Coordinate(place: argument) else { return nil }
        self.place = place
    }
}

/// Degrees on a command line: `-36.8485`, `36°50'55"S`.
struct AngleArgument: ExpressibleByArgument {
    let angle: Angle

    init?(argument: String) {
        guard let angle = Angle(argument) else { return nil }
        self.angle = angle
    }
}
