internal import Glibc
package import LocationModel

/// How far a signal came: the log-distance path loss model.
///
/// A signal loses 10·n·log₁₀ of the distance in decibels, with n = 2, as in free space. Walls and bodies take more, so
/// that a beacon behind them seems farther away; it is never nearer than it seems by more than the noise.
package struct PathLoss: Sendable {
    /// The path-loss exponent.
    package static let exponent = 2.0
    /// The standard deviation of a smoothed signal in a room, in dB: reflections do not average out.
    package static let deviation = 6.0
    /// Metres: nearer than this, distances say nothing.
    static let immediate = 0.5
    /// Metres, up to which a beacon is near.
    static let near = 3.0
    /// Within ±0.47 standard deviations on one side lie 68 % of a normal distribution.
    private static let quantile = 0.47
    /// Metres: no beacon reaches farther.
    private static let farthest = 10_000.0

    /// Metres to the transmitter, by the strength at one metre and the strength here, in dBm.
    package static func distance(measuredPower: Int, rssi: Double) -> Double {
        min(pow(10, (Double(measuredPower) - rssi) / (10 * exponent)), farthest)
    }

    /// Metres, within which a beacon at this estimated distance is with a probability of 68 %.
    package static func accuracy(of distance: Double) -> Double {
        min(distance * pow(10, quantile * deviation / (10 * exponent)), farthest)
    }

    /// How near a beacon at this distance is.
    package static func proximity(at distance: Double) -> BeaconProximity {
        distance < immediate ? .immediate : distance < near ? .near : .far
    }
}
