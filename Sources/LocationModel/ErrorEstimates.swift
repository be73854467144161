/// A receiver's estimates of its own errors, in the receiver's terms. Values that it did not report are `nil`.
///
/// Receivers mean different things by an accuracy. `AccuracyModel` of LocationServices turns these figures into the 68 %
/// radii of a ``Location``; nothing else does.
public struct ErrorEstimates: Sendable, Hashable {
    /// How a position was determined.
    public enum Solution: UInt8, Sendable, Hashable {
        /// From the satellites alone.
        case autonomous
        /// Corrected by a base station or SBAS.
        case differential
        /// With undegraded precise signals (PPS, or precise point positioning).
        case precise
        /// Carrier phase, whole cycles known.
        case realTimeKinematic
        /// Carrier phase, whole cycles not yet known.
        case floatRealTimeKinematic
        /// Dead reckoning.
        case estimated
        /// Entered by hand, or a surveyed point.
        case manual
        /// Made by a simulator.
        case simulated
    }

    /// How the position was determined.
    public var solution: Solution?
    /// Standard deviation in metres along one horizontal axis (GST).
    public var firstDeviation: Double?
    /// Standard deviation in metres along the axis at right angles to it (GST).
    public var secondDeviation: Double?
    /// Standard deviation of the altitude in metres (GST).
    public var altitudeDeviation: Double?
    /// The receiver's horizontal accuracy estimate, in metres (u-blox).
    public var horizontal: Double?
    /// The receiver's vertical accuracy estimate, in metres (u-blox).
    public var vertical: Double?
    /// Estimated position error, in metres: the radius of the circle that contains half of all positions (Garmin).
    public var probableHorizontal: Double?
    /// Estimated vertical error, in metres: the interval that contains half of all altitudes (Garmin).
    public var probableVertical: Double?
    /// Vertical dilution of precision. The horizontal one is ``Fix/hdop``.
    public var vdop: Double?

    /// Creates estimates without any values.
    public init() {}
}
