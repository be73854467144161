/// Bytes that a receiver writes at one time.
public struct PlayedEpoch: Sendable, Hashable {
    /// Seconds since the first epoch; never less than the one before.
    public var elapsed: Double
    /// The bytes.
    public var bytes: [UInt8]

    /// An epoch.
    public init(elapsed: Double, bytes: [UInt8]) {
        self.elapsed = elapsed
        self.bytes = bytes
    }
}

/// A source for a serial line: a simulated receiver, or a recording of a real one.
public protocol EpochSource: Sendable {
    /// The next epoch; `nil` at the end.
    mutating func nextEpoch() -> PlayedEpoch?
}
