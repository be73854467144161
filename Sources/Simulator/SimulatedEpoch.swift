public import LocationModel

/// One epoch of a simulated receiver: what it writes, and what it knows better.
public struct SimulatedEpoch: Sendable, Hashable {
    /// Seconds since the receiver was switched on.
    public var elapsed: Double
    /// NMEA 0183 sentences.
    public var bytes: [UInt8]
    /// Where the receiver really is, and how it moves: without noise, and also where it has no fix.
    public var truth: Fix
    /// What the sentences say, before rounding.
    public var reported: Fix
}
