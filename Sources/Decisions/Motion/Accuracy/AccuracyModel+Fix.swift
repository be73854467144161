package import LocationModel

/// What a fix is worth.
extension AccuracyModel {
    /// The radius in metres that holds the true position with 68 %; `nil` if it is unknown.
    ///
    /// What is known already; else GST's deviations or the receiver's own accuracy, with what these leave out; else the
    /// dilution; else Garmin's estimate, which gpsd reports only without a dilution. The rounding of the sentence is
    /// added: the circle with 68 % of the area of a square has a radius of 0.465 times the side.
    package static func horizontalAccuracy(of fix: Fix) -> Double? {
        if let accuracy = fix.horizontalAccuracy { return accuracy }
        return unrounded(fix).map { root($0, 0.465 * (fix.errors.resolution ?? 0)) }
    }

    private static func unrounded(_ fix: Fix) -> Double? {
        let errors = fix.errors
        let solution = SolutionClass(errors.solution)
        if let first = errors.firstDeviation, let second = errors.secondDeviation {
            return root(radius(ofDeviations: first, second), solution?.unseenHorizontal ?? 0)
        }
        if let accuracy = errors.horizontal { return root(accuracy, solution?.unseenHorizontal ?? 0) }
        if let solution, let hdop = fix.hdop { return solution.horizontal.at(hdop) }
        return errors.probableHorizontal.map {
            root($0 * radiusPerCircularErrorProbable, solution?.unseenHorizontal ?? 0)
        }
    }

    /// The 68 % interval of the altitude in metres; `nil` if it is unknown. From the same sources in the same order.
    package static func verticalAccuracy(of fix: Fix) -> Double? {
        if let accuracy = fix.verticalAccuracy { return accuracy }
        let errors = fix.errors
        let solution = SolutionClass(errors.solution)
        if let deviation = errors.altitudeDeviation {
            return root(deviation * intervalPerDeviation, solution?.unseenVertical ?? 0)
        }
        if let accuracy = errors.vertical { return root(accuracy, solution?.unseenVertical ?? 0) }
        if let solution, let vdop = errors.vdop { return solution.vertical.at(vdop) }
        return errors.probableVertical.map {
            root($0 * intervalPerLinearErrorProbable, solution?.unseenVertical ?? 0)
        }
    }

    /// What a receiver would have to say, as standard deviations (GST), for a location to have these accuracies, and
    /// how the solution came about that allows them.
    package static func deviations(
        of location: Location
    ) -> (horizontal: Double?, vertical: Double?, solution: ErrorEstimates.Solution) {
        let classes: [(SolutionClass, ErrorEstimates.Solution)] =
            location.isSimulated
            ? [(.simulated, .simulated)]
            : [(.code, .autonomous), (.float, .floatRealTimeKinematic), (.fixed, .realTimeKinematic)]
        let radius = location.horizontalAccuracy ?? .infinity
        let (found, solution) = classes.first { radius > $0.0.unseenHorizontal } ?? classes[classes.count - 1]
        func rest(_ accuracy: Double, _ unseen: Double) -> Double {
            max(accuracy * accuracy - unseen * unseen, 1e-6).squareRoot()
        }
        return (
            location.horizontalAccuracy.map { rest($0, found.unseenHorizontal) / radiusPerDeviation },
            location.verticalAccuracy.map { rest($0, found.unseenVertical) / intervalPerDeviation }, solution
        )
    }

    private static func root(_ first: Double, _ second: Double) -> Double {
        (first * first + second * second).squareRoot()
    }
}
