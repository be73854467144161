internal import LocationModel
internal import Motion

/// Determines whether the way between two locations led through a region, or out of one and back.
enum RegionPassage {
    /// The precision in metres.
    private static let tolerance = 0.5
    /// The maximum number of distance calculations.
    private static let limit = 200

    /// Whether some point of the straight way is at least `depth` metres inside; or outside, if `isInside` says that
    /// both ends are inside.
    ///
    /// The distance from a boundary changes at most as much as the position. So a point deep on one side excludes all
    /// its surroundings, and the search divides only where a crossing is possible.
    static func leads(
        from start: Coordinate, to end: Coordinate, length: Double, beyond depth: Double, of shape: RegionShape,
        whereEndsAreInside isInside: Bool
    ) -> Bool {
        let width = wrappedLongitude(end.longitude - start.longitude)
        // At a pole the parallels are no straight ways.
        let isPolar = max(abs(start.latitude), abs(end.latitude)) > LeapDetector.polarLatitude
        let bearing = isPolar ? start.geodesic(to: end).initialBearing : 0
        var pieces = [(low: 0.0, high: 1.0)]
        var asked = 0
        while let (low, high) = pieces.popLast(), asked < limit {
            let middle = (low + high) / 2
            let point =
                isPolar
                ? start.moved(by: middle * length, bearing: bearing)
                : Coordinate(
                    latitude: start.latitude + middle * (end.latitude - start.latitude),
                    longitude: wrappedLongitude(start.longitude + middle * width))
            let distance = shape.distance(to: point)
            asked += 1
            let beyond = isInside ? distance : -distance
            if beyond >= depth { return true }
            let reach = (high - low) / 2 * length
            if beyond + reach < depth || reach < tolerance { continue }
            pieces.append((middle, high))
            pieces.append((low, middle))
        }
        return false
    }
}
