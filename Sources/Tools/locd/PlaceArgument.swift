import ArgumentParser
import LocationModel
import Phrasing

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
