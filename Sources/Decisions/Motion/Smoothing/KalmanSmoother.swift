package import LocationModel

/// The filter that smooths live, forwards, and then backwards with what came after (H. E. Rauch, F. Tung, C. T.
/// Striebel, 1965).
package enum KalmanSmoother {
    /// What the filter did with one location.
    private struct State {
        /// From the location to where it was believed to be, with all that came before.
        var correction: PlaneVector
        /// `nil` where it stood as it came.
        var step: KalmanFilter.Step?
    }

    /// The locations, smoothed with the noise that they have, or that somebody says: ``KalmanFilter``.
    package static func smoothed(
        _ locations: [Location], deviation: Double? = nil, acceleration: Double? = nil
    ) -> [Location] {
        guard locations.count > 2 else { return locations }
        let states = filtered(locations, deviation, acceleration)
        var result = locations
        // How far the smoothed state is from the filtered one.
        var place = PlaneVector()
        var velocity = PlaneVector()
        for index in states.indices.reversed() {
            let state = states[index]
            if index + 1 < states.count {
                if let next = states[index + 1].step {
                    // Smoothed minus predicted, of the next.
                    (place, velocity) = gain(next, place + next.correction, velocity + next.velocityCorrection)
                } else {
                    (place, velocity) = (PlaneVector(), PlaneVector())
                }
            }
            result[index].coordinate = locations[index].coordinate.moved(by: state.correction + place)
        }
        return result
    }

    /// What the noise of a run is.
    static func noise(of locations: [Location]) -> PositionNoise {
        var filter = KalmanFilter()
        for location in locations { _ = filter.take(location) }
        return filter.noise
    }

    /// Twice: the first time finds out what the noise is, so that the second knows it from the beginning.
    private static func filtered(_ locations: [Location], _ deviation: Double?, _ acceleration: Double?) -> [State] {
        var filter = KalmanFilter(noise: noise(of: locations))
        (filter.deviation, filter.acceleration) = (deviation, acceleration)
        return locations.map { location in
            let step = filter.take(location)
            return State(correction: filter.correction, step: step)
        }
    }

    /// What the next step means for this one.
    private static func gain(
        _ next: KalmanFilter.Step, _ place: PlaneVector, _ velocity: PlaneVector
    ) -> (PlaneVector, PlaneVector) {
        let (prior, predicted) = (next.prior, next.predicted)
        guard !next.isCarried else {
            // A reported velocity carried it: about this one's own there is nothing to learn.
            let share = predicted.place > 0 ? prior.place / predicted.place : 0
            return (share * place, PlaneVector())
        }
        let determinant = predicted.place * predicted.velocity - predicted.both * predicted.both
        guard determinant > 0 else { return (PlaneVector(), PlaneVector()) }
        // Covariance × transition, transposed × the predicted one's inverse.
        let a = prior.place + next.seconds * prior.both
        let b = prior.both
        let c = prior.both + next.seconds * prior.velocity
        let d = prior.velocity
        let placeByPlace = (a * predicted.velocity - b * predicted.both) / determinant
        let placeByVelocity = (b * predicted.place - a * predicted.both) / determinant
        let velocityByPlace = (c * predicted.velocity - d * predicted.both) / determinant
        let velocityByVelocity = (d * predicted.place - c * predicted.both) / determinant
        return (
            placeByPlace * place + placeByVelocity * velocity,
            velocityByPlace * place + velocityByVelocity * velocity
        )
    }
}
