internal import Glibc
internal import LocationModel

/// A Kalman smoother of constant velocity. North and east are independent and have the same variances, so that one
/// matrix of two by two serves both. Places are held as offsets in metres from one another, never as one flat map.
enum KalmanSmoother {
    /// How hard a vehicle accelerates, in m/s²: what the velocity may change by.
    private static let acceleration = 1.0
    /// The accuracy in metres of a place that does not tell its own.
    private static let usualAccuracy = 8.0
    /// How many deviations along one axis the radius of 68 % is.
    private static let radiusPerDeviation = 1.510
    /// The velocity at first: anything up to an airliner's, in m/s, one deviation.
    private static let firstDeviation = 100.0

    private struct Vector {
        var north = 0.0
        var east = 0.0

        static func + (left: Vector, right: Vector) -> Vector {
            Vector(north: left.north + right.north, east: left.east + right.east)
        }

        static func - (left: Vector, right: Vector) -> Vector {
            Vector(north: left.north - right.north, east: left.east - right.east)
        }

        static func * (factor: Double, vector: Vector) -> Vector {
            Vector(north: factor * vector.north, east: factor * vector.east)
        }
    }

    /// Variances of place and velocity along one axis, and how they go together.
    private struct Covariance {
        var place: Double
        var both: Double
        var velocity: Double

        /// After `seconds` of unknown acceleration.
        func predicted(_ seconds: Double) -> Covariance {
            let noise = KalmanSmoother.acceleration * KalmanSmoother.acceleration
            return Covariance(
                place: place + seconds * (2 * both + seconds * velocity) + noise * seconds * seconds * seconds / 3,
                both: both + seconds * velocity + noise * seconds * seconds / 2,
                velocity: velocity + noise * seconds)
        }
    }

    private struct Step {
        /// Where the filter believed it was, with all that came before.
        var place: Coordinate
        var velocity: Vector
        var covariance: Covariance
        /// What it had expected, and how far the place is from there.
        var seconds: Double
        var predicted: Covariance
        var correction: Vector
        var velocityCorrection: Vector
    }

    static func smoothed(_ locations: [Location]) -> [Location] {
        guard locations.count > 2 else { return locations }
        let steps = filtered(locations)
        var result = locations
        // How far the smoothed state is from the filtered one.
        var place = Vector()
        var velocity = Vector()
        for index in steps.indices.reversed() {
            let step = steps[index]
            if index + 1 < steps.count {
                let next = steps[index + 1]
                // Smoothed minus predicted, of the next.
                let placeAhead = place + next.correction
                let velocityAhead = velocity + next.velocityCorrection
                (place, velocity) = gain(step.covariance, next, placeAhead, velocityAhead)
            }
            result[index].coordinate = moved(step.place, by: place)
        }
        return result
    }

    private static func filtered(_ locations: [Location]) -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(locations.count)
        for location in locations {
            let deviation = (location.horizontalAccuracy ?? usualAccuracy) / radiusPerDeviation
            let noise = max(deviation * deviation, 1e-6)
            guard let last = steps.last else {
                let first = Covariance(place: noise, both: 0, velocity: firstDeviation * firstDeviation)
                steps.append(
                    Step(
                        place: location.coordinate, velocity: Vector(), covariance: first, seconds: 0, predicted: first,
                        correction: Vector(), velocityCorrection: Vector()))
                continue
            }
            let passed = location.timestamp.seconds(
                since: locations[steps.count - 1].timestamp)
            let seconds = max(passed, 0)
            let predicted = last.covariance.predicted(seconds)
            let expected = moved(last.place, by: seconds * last.velocity)
            let surprise = offset(from: expected, to: location.coordinate)
            let placeGain = predicted.place / (predicted.place + noise)
            let velocityGain = predicted.both / (predicted.place + noise)
            let correction = placeGain * surprise
            let velocityCorrection = velocityGain * surprise
            steps.append(
                Step(
                    place: moved(expected, by: correction), velocity: last.velocity + velocityCorrection,
                    covariance: Covariance(
                        place: (1 - placeGain) * predicted.place, both: (1 - placeGain) * predicted.both,
                        velocity: predicted.velocity - velocityGain * predicted.both),
                    seconds: seconds, predicted: predicted, correction: correction,
                    velocityCorrection: velocityCorrection))
        }
        return steps
    }

    /// What the next step's news mean for this one.
    private static func gain(
        _ covariance: Covariance, _ next: Step, _ place: Vector, _ velocity: Vector
    ) -> (Vector, Vector) {
        let predicted = next.predicted
        let determinant = predicted.place * predicted.velocity - predicted.both * predicted.both
        guard determinant > 0 else { return (Vector(), Vector()) }
        // Covariance × transition, transposed × the predicted one's inverse.
        let a = covariance.place + next.seconds * covariance.both
        let b = covariance.both
        let c = covariance.both + next.seconds * covariance.velocity
        let d = covariance.velocity
        let placeByPlace = (a * predicted.velocity - b * predicted.both) / determinant
        let placeByVelocity = (b * predicted.place - a * predicted.both) / determinant
        let velocityByPlace = (c * predicted.velocity - d * predicted.both) / determinant
        let velocityByVelocity = (d * predicted.place - c * predicted.both) / determinant
        return (
            placeByPlace * place + placeByVelocity * velocity,
            velocityByPlace * place + velocityByVelocity * velocity
        )
    }

    private static func offset(from origin: Coordinate, to place: Coordinate) -> Vector {
        let (distance, bearing) = origin.geodesic(to: place)
        let angle = bearing * .pi / 180
        return Vector(north: distance * cos(angle), east: distance * sin(angle))
    }

    private static func moved(_ place: Coordinate, by vector: Vector) -> Coordinate {
        let distance = (vector.north * vector.north + vector.east * vector.east).squareRoot()
        guard distance > 0, distance.isFinite else { return place }
        return place.moved(by: distance, bearing: atan2(vector.east, vector.north) * 180 / .pi)
    }
}
