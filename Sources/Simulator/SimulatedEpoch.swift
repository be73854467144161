public import LocationModel

/// One epoch of a simulated receiver: its sentences, and the truth.
public struct SimulatedEpoch: Sendable, Hashable {
    /// Seconds since the receiver was switched on.
    public var elapsed: Double
    /// NMEA 0183 sentences.
    public var bytes: [UInt8]
    /// The true position and motion of the receiver: without noise, and also without a fix.
    public var truth: Fix
    /// The content of the sentences, before rounding.
    public var reported: Fix
}
