/// By how many seconds a receiver's reported velocity is behind its position.
///
/// Some report the velocity of the moment, some that of the second before, some filter it: then in a bend the velocities lead
/// beside the way, by a metre and more each second at the speed of a car. What they leave of a step of the position points,
/// in each change of the velocity, as far along that change as the velocity is late: the delay is their regression. A prior
/// at no delay keeps noise from being learned.
struct VelocityDelay: Sendable, Hashable, Codable {
    /// Steps that are remembered.
    private static let memory = 600.0
    /// Seconds: how far off no delay a receiver usually is. *choice*
    private static let deviation = 0.4
    /// Seconds: no receiver is beyond that. *choice*
    private static let range = -1.0...1.5

    private var products = 0.0
    private var squares = 0.0
    /// The delay, as far as it is known.
    private(set) var seconds = 0.0

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        abs(products) < 1e18 && squares >= 0 && squares < 1e18 && Self.range.contains(seconds)
    }

    /// Takes what the mean of two velocities left of a step, and their change; `white` is the variance of the positions'
    /// noise along one axis, in square metres.
    mutating func learn(left: PlaneVector, change: PlaneVector, white: Double) {
        let keeps = 1 - 1 / Self.memory
        products = keeps * products + left.dot(change)
        squares = keeps * squares + change.square
        // A step has the noise of both its ends.
        let delay = products / (squares + 2 * white / (Self.deviation * Self.deviation))
        seconds = min(max(delay, Self.range.lowerBound), Self.range.upperBound)
    }
}
