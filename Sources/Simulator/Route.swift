public import LocationModel

/// A place for each moment of a journey: what a simulated receiver is carried along.
public struct Route: Sendable, Hashable {
    /// A place that is passed at a moment.
    public struct Knot: Sendable, Hashable {
        /// Seconds since the journey began; never less than at the knot before.
        public var elapsed: Double
        /// Degrees WGS 84, valid.
        public var coordinate: Coordinate
        /// Metres above mean sea level.
        public var altitude: Double
        /// Metres of the geoid above the WGS 84 ellipsoid, where known.
        public var geoidSeparation: Double?
        /// Whether no satellite is received from here to the next knot: the hole between two track segments.
        public var losesSignal = false
    }

    /// The journey; at least one.
    public let knots: [Knot]
    /// Seconds without signal between the end and the next beginning, where the route is repeated.
    public let returnTime: Double

    /// Knots in order; `nil` where there is none, one is out of range or time does not go forward.
    /// `returnTime` is how long it takes to be back at the beginning: seconds, 0 or more.
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
