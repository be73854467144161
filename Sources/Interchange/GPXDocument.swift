public import LocationModel

/// The points of a GPX file.
public struct GPXDocument: Sendable, Hashable {
    /// How a point was determined, in the terms of GPX.
    public enum Fix: String, Sendable, Hashable {
        case none
        case fix2D = "2d"
        case fix3D = "3d"
        case differential = "dgps"
        case precise = "pps"
    }

    /// A point of a track, a route or a list of waypoints. Values that the file does not contain are `nil`.
    public struct Point: Sendable, Hashable {
        /// Degrees WGS 84, valid.
        public var coordinate: Coordinate
        /// Metres above mean sea level.
        public var elevation: Double?
        /// The height of the geoid above the ellipsoid, in metres.
        public var geoidHeight: Double?
        /// The time, UTC.
        public var time: Timestamp?
        /// Metres per second, 0 or more: GPX 1.0, or Garmin's extension.
        public var speed: Double?
        /// Degrees true, 0..<360: GPX 1.0, or Garmin's extension.
        public var course: Double?
        /// How the point was determined.
        public var fix: Fix?
        /// Satellites in the solution, 0 to 1000.
        public var satellites: Int?
        /// Horizontal dilution of precision, above 0.
        public var hdop: Double?

        /// Creates a point from its coordinate only.
        public init(coordinate: Coordinate) {
            self.coordinate = coordinate
        }
    }

    /// Uninterrupted runs of points, in file order: the segments of the tracks; the routes if the file has no track;
    /// all waypoints as one run if it has neither. No run is empty.
    public var segments: [[Point]]

    /// The number of points.
    public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// Whether every point has a time.
    public var isTimed: Bool { segments.allSatisfy { $0.allSatisfy { $0.time != nil } } }
}
