/// Bytes that a receiver writes at one time.
public struct PlayedEpoch: Sendable, Hashable {
    /// Seconds since the first epoch; never less than the one before.
    public var elapsed: Double
    /// The bytes.
    public var bytes: [UInt8]
}

/// A source for a serial line: a simulated receiver, or a recording of a real one.
public protocol EpochSource: Sendable {
    /// The next epoch; `nil` at the end.
    mutating func nextEpoch() -> PlayedEpoch?
}

/// The first epochs of a source.
public struct EpochLimit: EpochSource {
    private var source: any EpochSource
    private var remaining: Int

    /// At most `count` epochs of `source`.
    public init(_ source: any EpochSource, count: Int) {
        self.source = source
        remaining = count
    }

    /// The next epoch; `nil` after the last of the source or of the count.
    public mutating func nextEpoch() -> PlayedEpoch? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        return source.nextEpoch()
    }
}
