/// What a scanner has met since it began.
public struct ScannerStatistics: Sendable, Hashable {
    /// Bytes of any kind.
    public var bytes: UInt64 = 0
    /// Sentences handed over.
    public var sentences: UInt64 = 0
    /// Of these, sentences whose checksum was there and right.
    public var checksummed: UInt64 = 0
    /// AIS and other encapsulated sentences (`!`) whose checksum was there and right; they are not handed over.
    public var encapsulated: UInt64 = 0
    /// Sentences refused for a checksum that was wrong or cut.
    public var wrongChecksums: UInt64 = 0
    /// Sentences refused for having no checksum, by ``ChecksumPolicy``.
    public var missingChecksums: UInt64 = 0
    /// Sentences given up at ``SentenceScanner/maximumLength``.
    public var overlong: UInt64 = 0

    /// Proofs that the line is read at its right speed: whatever carried a right checksum, and what was handed over
    /// without one.
    public var readable: UInt64 { sentences &+ encapsulated }
}
