/// How far the reported speeds led, and how far that is in a straight line.
package struct ReportedTravel: Sendable, Hashable, Codable {
    private var length = 0.0
    private var displacement = PlaneVector.zero

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
