import ArgumentParser
import LocationModel
import LocdClient
import Phrasing
import TrackTools
import Tracks

/// `locd track distance`: how far, and in which direction.
struct TrackDistanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distance", abstract: "Print metres and initial bearing (degrees true) from one place to another.",
        discussion: "A place is \(Coordinate.placeForms).")

    @Argument(help: "The first place.") var from: PlaceArgument
    @Argument(help: "The second place.") var to: PlaceArgument

    func run() throws {
        let (distance, bearing) = from.place.geodesic(to: to.place)
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

    func run() throws {
        let nearest = GeodesicSegment(from: from.place, to: to.place).nearestPoint(to: place.place)
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

    func run() throws {
        guard let polygon = GeodesicPolygon(corners: corners.map(\.place)) else {
            throw ValidationError("a polygon needs three corners or more")
        }
        guard let place = contains?.place else { return try Console.put(Figure.decimal(polygon.area, 3) + "\n") }
        let isInside = polygon.contains(place)
        try Console.put(isInside ? "yes\n" : "no\n")
        if !isInside { throw ExitCode(.failure) }
    }
}
