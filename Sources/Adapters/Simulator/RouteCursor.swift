import LocationModel

/// Reads a route forwards: position, speed and course at a moment. If the moments are in order, it costs only the
/// geodesic.
struct RouteCursor: Sendable {
    /// The state of the journey at a moment.
    struct State: Sendable, Hashable {
        var coordinate: Coordinate
        /// Metres above mean sea level.
        var altitude: Double
        /// Metres of the geoid above the ellipsoid, where known.
        var geoidSeparation: Double?
        /// Metres per second.
        var speed: Double
        /// Degrees true, 0..<360; `nil` while standing.
        var course: Double?
        var hasSignal: Bool
    }

    private let route: Route
    /// The knot at or before the last moment.
    private var index = 0
    /// The geodesic from that knot to the next.
    private var leg: (distance: Double, initialBearing: Double) = (0, 0)

    init(_ route: Route) {
        self.route = route
        enterLeg(0)
    }

    /// The state `elapsed` seconds after the beginning; before the beginning that of the first knot, after the end that
    /// of the last one.
    mutating func state(at elapsed: Double) -> State {
        seek(elapsed)
        let knots = route.knots
        let here = knots[index]
        guard index + 1 < knots.count, elapsed >= here.elapsed, !here.losesSignal else {
            // At the end, or at a tunnel, it still has its previous speed.
            if elapsed == here.elapsed, let arrival = arrival() { return arrival }
            return standing(at: here, hasSignal: !(here.losesSignal && elapsed > here.elapsed))
        }
        let next = knots[index + 1]
        let time = next.elapsed - here.elapsed
        let fraction = (elapsed - here.elapsed) / time
        let passed = leg.distance * fraction
        var state = standing(at: here, hasSignal: true)
        state.altitude += (next.altitude - here.altitude) * fraction
        if let from = here.geoidSeparation, let to = next.geoidSeparation {
            state.geoidSeparation = from + (to - from) * fraction
        }
        guard leg.distance > 0 else { return state }
        // At a knot, the position is exactly that of the knot.
        if passed > 0 { state.coordinate = here.coordinate.moved(by: passed, bearing: leg.initialBearing) }
        state.speed = leg.distance / time
        // A geodesic changes its direction on the way; within a centimetre of the next knot the bearing to it is noise.
        state.course =
            leg.distance - passed > 0.01
            ? state.coordinate.geodesic(to: next.coordinate).initialBearing : leg.initialBearing
        return state
    }

    private func arrival() -> State? {
        guard index > 0 else { return nil }
        let (from, here) = (route.knots[index - 1], route.knots[index])
        guard !from.losesSignal, here.elapsed > from.elapsed else { return nil }
        var state = standing(at: here, hasSignal: true)
        let back = here.coordinate.geodesic(to: from.coordinate)
        guard back.distance > 0 else { return state }
        state.speed = back.distance / (here.elapsed - from.elapsed)
        state.course = back.initialBearing < 180 ? back.initialBearing + 180 : back.initialBearing - 180
        return state
    }

    private func standing(at knot: Route.Knot, hasSignal: Bool) -> State {
        State(
            coordinate: knot.coordinate, altitude: knot.altitude, geoidSeparation: knot.geoidSeparation, speed: 0,
            course: nil, hasSignal: hasSignal)
    }

    private mutating func seek(_ elapsed: Double) {
        let knots = route.knots
        var wanted = index
        if knots[wanted].elapsed > elapsed { wanted = 0 }
        // Of several knots at one moment the last counts: a jump.
        while wanted + 1 < knots.count, knots[wanted + 1].elapsed <= elapsed { wanted += 1 }
        if wanted != index { enterLeg(wanted) }
    }

    private mutating func enterLeg(_ wanted: Int) {
        index = wanted
        let knots = route.knots
        guard wanted + 1 < knots.count else { return leg = (0, 0) }
        leg = knots[wanted].coordinate.geodesic(to: knots[wanted + 1].coordinate)
    }
}
