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
