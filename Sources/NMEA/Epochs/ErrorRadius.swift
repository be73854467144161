/// Radii that hold the true position with 68 %, as Core Location's accuracy means it.
enum ErrorRadius {
    /// Of a normal error with these standard deviations along two axes at right angles: exact where both are equal
    /// (1.515 sigma) or one is 0 (1 sigma), within 0.3 % between.
    static func of(_ first: Double, _ second: Double) -> Double {
        let major = max(first, second)
        guard major > 0 else { return 0 }
        let ratio = min(first, second) / major
        let root = (major * major * (1 + ratio * ratio)).squareRoot()
        // The root of the sum of squares holds 68.3 % of a line and 63.2 % of a circle.
        let step = min(max((ratio - 0.15) / 0.75, 0), 1)
        return root * (1 + 0.0714 * step * step * (3 - 2 * step))
    }

    /// Garmin does not say what its estimates mean. gpsd and others take the horizontal one for the circle that holds
    /// half of all positions (CEP): 68.27 % of a circular normal error need 1.2869 times its radius.
    static let perCircularErrorProbable = 1.2869

    /// The same for the vertical one: half of all altitudes; one sigma is 1.4826 times as much.
    static let perLinearErrorProbable = 1.4826
}
