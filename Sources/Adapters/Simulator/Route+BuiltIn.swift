import Glibc
public import LocationModel

extension Route {
    /// The routes that need no file, by the name that a person types.
    public static let builtInNames = ["loop", "parked"]

    /// A route by name; `nil` if no route has it.
    ///
    /// `loop` drives 2.9 km around a block with one stop at a light, then parks for longer than the automatic pause
    /// takes by default; it ends where it began. `parked` stands for an hour. Both begin at `origin`, 450 m above the
    /// sea.
    public static func builtIn(_ name: String, origin: Coordinate = defaultOrigin) -> Route? {
        switch name {
        case "loop": loop(origin: origin)
        case "parked": parked(origin: origin)
        default: nil
        }
    }

    /// The default place of the built-in routes: near Winterthur.
    public static let defaultOrigin = Coordinate(latitude: 47.5, longitude: 8.7)

    private static func loop(origin: Coordinate) -> Route? {
        let places = block(origin: origin)
        let light = places.count / 2
        var builder = RouteBuilder()
        builder.pass(places[0], after: 0)
        builder.stand(seconds: 5)
        builder.drive(along: Array(places[...light]), speed: 13)
        builder.stand(seconds: 20)
        builder.drive(along: Array(places[light...]), speed: 13)
        builder.stand(seconds: 400)
        return Route(knots: builder.knots)
    }

    private static func parked(origin: Coordinate) -> Route? {
        var builder = RouteBuilder()
        builder.pass(place(origin), after: 0)
        builder.stand(seconds: 3600)
        return Route(knots: builder.knots)
    }

    /// A block of 900 m by 600 m with rounded corners, clockwise, over a hill of 20 m.
    private static func block(origin: Coordinate) -> [RouteBuilder.Place] {
        let radius = 60.0
        let step = 10.0
        var coordinates = [origin]
        var here = origin
        for (side, length) in [900.0, 600, 900, 600].enumerated() {
            let bearing = Double(side) * 90
            here = here.moved(by: length - 2 * radius, bearing: bearing)
            coordinates.append(here)
            for turned in stride(from: 0.0, to: 90, by: step) {
                let chord = 2 * radius * sin(step / 2 * .pi / 180)
                here = here.moved(by: chord, bearing: bearing + turned + step / 2)
                coordinates.append(here)
            }
        }
        // Meridians converge: the last millimetres close the ring.
        coordinates[coordinates.count - 1] = origin
        return coordinates.enumerated().map { index, coordinate in
            let fraction = Double(index) / Double(coordinates.count - 1)
            return place(coordinate, altitude: 450 + 20 * (1 - abs(2 * fraction - 1)))
        }
    }

    private static func place(_ coordinate: Coordinate, altitude: Double = 450) -> RouteBuilder.Place {
        RouteBuilder.Place(coordinate: coordinate, altitude: altitude, geoidSeparation: 47)
    }
}
