import LocationModel

/// What a GPX file holds of a journey.
struct GPXDocument: Sendable, Hashable {
    /// A place of a track, a route or a list of waypoints.
    struct Point: Sendable, Hashable {
        var coordinate: Coordinate
        /// Metres above mean sea level.
        var elevation: Double?
        /// Metres of the geoid above the ellipsoid.
        var geoidHeight: Double?
        var time: Timestamp?
    }

    /// Runs without interruption, in the file's order: the segments of its tracks; where there is no track its routes;
    /// where there is neither its waypoints, as one. None is empty.
    var segments: [[Point]]

    var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// Whether every point says when.
    var isTimed: Bool { segments.allSatisfy { $0.allSatisfy { $0.time != nil } } }
}
