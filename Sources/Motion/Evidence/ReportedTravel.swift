/// How far the reported speeds led, and how far that is in a straight line.
package struct ReportedTravel: Sendable, Hashable, Codable {
    private var length = 0.0
    private var displacement = PlaneVector.zero

    /// Metres that speeds of some seconds lead: the noise of single ones is not in it.
    package private(set) var way = 0.0

    /// Adds some seconds.
    mutating func add(way metres: Double) { way += metres }

    /// Adds a step.
    mutating func add(_ step: PlaneVector) {
        length += step.length
        displacement = displacement + step
    }

    /// Metres by which the way since `start` was longer than the straight line.
    package func detour(since start: ReportedTravel) -> Double {
        length - start.length - (displacement - start.displacement).length
    }
}
