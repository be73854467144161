public import LocationModel

/// The route of a simulated receiver: a place for each moment of a journey.
public struct Route: Sendable, Hashable {
    /// A place and the time at which the route passes it.
    public struct Knot: Sendable, Hashable {
        /// Seconds since the journey began; never less than at the knot before.
        public var elapsed: Double
        /// Degrees WGS 84, valid.
        public var coordinate: Coordinate
        /// Metres above mean sea level.
        public var altitude: Double
        /// Metres of the geoid above the WGS 84 ellipsoid, where known.
        public var geoidSeparation: Double?
        /// Whether no satellite is received from here to the next knot: the gap between two track segments.
        public var losesSignal = false
    }

    /// The knots of the journey; at least one.
    public let knots: [Knot]
    /// Seconds without signal between the end and the next beginning, if the route is repeated.
    public let returnTime: Double

    /// Creates a route from knots in order; `nil` if `knots` is empty, a knot is out of range or time goes backwards.
    /// `returnTime` is the time to return to the beginning, in seconds, 0 or more.
    public init?(knots: [Knot], returnTime: Double = 0) {
        guard !knots.isEmpty, returnTime >= 0, returnTime.isFinite else { return nil }
        var latest = 0.0
        for knot in knots {
            guard knot.elapsed >= latest, knot.elapsed.isFinite, knot.coordinate.isValid, knot.altitude.isFinite,
                knot.geoidSeparation?.isFinite ?? true
            else { return nil }
            latest = knot.elapsed
        }
        self.knots = knots
        self.returnTime = returnTime
    }

    /// Seconds from the beginning to the last knot.
    public var duration: Double {
        knots.last?.elapsed ?? 0
    }

    /// Seconds after which a repeated route begins again.
    public var lap: Double {
        duration + returnTime
    }
}
