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

    /// What the points are.
    public enum Kind: Sendable, Hashable {
        /// A recording.
        case track
        /// A plan.
        case route
        /// Places.
        case waypoint
    }

    /// Something in the file that cannot be used.
    public struct Fault: Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        public var reason: String
        /// How often.
        public var count: Int
        /// The line of the first one.
        public var line: Int
        /// The text of the first one, quoted; empty if there was no such value.
        public var example: String

        /// `line 6: <ele> is not a number: "12,5" (3 times)`.
        public var description: String {
            "line \(line): \(reason)" + (example.isEmpty ? "" : ": \(example)") + (count > 1 ? " (\(count) times)" : "")
        }
    }

    /// What the points are: those of the tracks; of the routes if the file has no track; else the waypoints.
    public var kind: Kind
    /// Uninterrupted runs of points, in file order; all waypoints are one run. No run is empty.
    public var segments: [[Point]]
    /// The number of usable route points and waypoints beside a track, and of waypoints beside a route.
    public var otherPoints: Int
    /// The number of points that were left out: without a valid place, or with a time that is invalid.
    public var rejected: [RejectionReason: Int]
    /// What cannot be used, by reason, in the order of the first lines. The points stay, unless ``rejected`` has them.
    public var faults: [Fault]

    /// The number of points.
    public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// Whether every point has a time.
    public var isTimed: Bool { segments.allSatisfy { $0.allSatisfy { $0.time != nil } } }
}
