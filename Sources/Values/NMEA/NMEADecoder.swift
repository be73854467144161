/// Bytes in, epochs out: a scanner and an assembler in one.
public struct NMEADecoder: Sendable {
    /// Finds the sentences.
    public var scanner: SentenceScanner
    /// Puts them together.
    public var assembler: EpochAssembler
    /// What it has met since it began.
    public var statistics: ScannerStatistics {
        var statistics = scanner.statistics
        statistics.otherTimes = assembler.asides
        statistics.otherPlaces = assembler.otherPlaces
        statistics.otherDatum = assembler.otherDatum
        return statistics
    }

    /// A decoder that has seen nothing.
    public init(checksums: ChecksumPolicy = .learned, policy: EpochPolicy = EpochPolicy()) {
        scanner = SentenceScanner(policy: checksums)
        assembler = EpochAssembler(policy: policy)
    }

    /// Takes the next bytes, cut anywhere, and reports what they complete.
    public mutating func decode(_ bytes: UnsafeRawBufferPointer, _ report: (Report) -> Void) {
        Self.decode(bytes, &scanner, &assembler, report)
    }

    /// Ends the stream: a last sentence and a last epoch are reported.
    public mutating func finish(_ report: (Report) -> Void) {
        Self.finish(&scanner, &assembler, report)
    }

    /// The stream was interrupted: what was incomplete will never be whole.
    public mutating func interrupt() {
        scanner.interrupt()
        assembler.interrupt()
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer, _ scanner: inout SentenceScanner, _ assembler: inout EpochAssembler,
        _ report: (Report) -> Void
    ) {
        scanner.scan(bytes) { assembler.add($0, report) }
    }

    private static func finish(
        _ scanner: inout SentenceScanner, _ assembler: inout EpochAssembler, _ report: (Report) -> Void
    ) {
        scanner.finish { assembler.add($0, report) }
        assembler.finish(report)
    }
}
