public import LocationModel

/// What a GPX file holds of a journey.
public struct GPXDocument: Sendable, Hashable {
    /// How a point came about, in GPX's words.
    public enum Fix: String, Sendable, Hashable {
        case none
        case fix2D = "2d"
        case fix3D = "3d"
        case differential = "dgps"
        case precise = "pps"
    }

    /// A place of a track, a route or a list of waypoints. What the file did not say is `nil`.
    public struct Point: Sendable, Hashable {
        /// Degrees WGS 84, valid.
        public var coordinate: Coordinate
        /// Metres above mean sea level.
        public var elevation: Double?
        /// Metres of the geoid above the ellipsoid.
        public var geoidHeight: Double?
        /// When, UTC.
        public var time: Timestamp?
        /// Metres per second, 0 or more: GPX 1.0, or Garmin's extension.
        public var speed: Double?
        /// Degrees true, 0..<360: GPX 1.0, or Garmin's extension.
        public var course: Double?
        /// How it came about.
        public var fix: Fix?
        /// Satellites in the solution, 0 to 1000.
        public var satellites: Int?
        /// Horizontal dilution of precision, above 0.
        public var hdop: Double?

        /// A point of which only the place is known.
        public init(coordinate: Coordinate) {
            self.coordinate = coordinate
        }
    }

    /// Runs without interruption, in the file's order: the segments of its tracks; where there is no track its routes;
    /// where there is neither its waypoints, as one. None is empty.
    public var segments: [[Point]]

    /// How many points there are.
    public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// Whether every point says when.
    public var isTimed: Bool { segments.allSatisfy { $0.allSatisfy { $0.time != nil } } }
}
