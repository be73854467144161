internal import LocationModel

/// Lines that wait for the disk, bounded in count and in bytes. When there are too many the oldest are given up, and a
/// `loss` record takes their place.
struct TrackQueue {
    private struct Line {
        var length: Int
        var timestamp: Timestamp
        var isTimeReset: Bool
    }

    /// One batch is at most as large, so that a queue of a day does not need its size again to be written.
    private static let batchBytes = 256 << 10

    private let maximumLines: Int
    private let maximumBytes: Int
    private var encoder = JSONLine()
    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    private var firstByte = 0
    private var firstLine = 0
    /// Lines given up since the last batch was taken.
    private var loss: TrackLoss?

    /// Lines and bytes that are in the writer's hands: they count too.
    private var takenLines = 0
    private var takenBytes = 0

    /// Why lines wait, where the disk does not take them.
    var trouble: TrackLoss.Cause?
    /// How many lines were given up so far.
    private(set) var lostLines = 0

    init(maximumLines: Int, maximumBytes: Int) {
        self.maximumLines = max(maximumLines, 1)
        self.maximumBytes = max(maximumBytes, 1)
    }

    var waitingLines: Int { lines.count - firstLine }
    var waitingBytes: Int { bytes.count - firstByte }
    var isEmpty: Bool { firstLine >= lines.count && loss == nil }
    var lineCount: Int { waitingLines + takenLines }
    var byteCount: Int { waitingBytes + takenBytes }

    /// Adds a line; what no track keeps, or has no time to be filed under, adds none.
    mutating func append(_ event: LocationEvent) {
        guard event.isRecorded, let timestamp = event.timestamp else { return }
        encoder.removeAll()
        encoder.append(event)
        var isTimeReset = false
        if case .timeReset = event { isTimeReset = true }
        bytes.append(contentsOf: encoder.bytes)
        lines.append(Line(length: encoder.bytes.count, timestamp: timestamp, isTimeReset: isTimeReset))
        while waitingLines > 0, lineCount > maximumLines || byteCount > maximumBytes { giveUpOldest() }
        compact()
    }

    /// Counts lines that came after the writer was closed.
    mutating func refuse(_ lines: Int) {
        lostLines += lines
    }

    /// Gives up all that waits, and what was taken and not written: the writer is closed.
    mutating func giveUpAll() {
        lostLines += takenLines
        takenLines = 0
        takenBytes = 0
        while waitingLines > 0 { giveUpOldest() }
        compact()
    }

    /// The next lines for the disk; the record of a loss comes before them. What was taken before is done with.
    mutating func take() -> TrackBatch {
        var batch = TrackBatch()
        if let loss {
            encoder.removeAll()
            encoder.append(.loss(loss))
            batch.append(encoder.bytes, timestamp: loss.to)
            self.loss = nil
        }
        while firstLine < lines.count, batch.byteCount < Self.batchBytes {
            let line = lines[firstLine]
            batch.append(
                bytes[firstByte..<(firstByte + line.length)], timestamp: line.timestamp, isTimeReset: line.isTimeReset)
            firstByte += line.length
            firstLine += 1
        }
        compact()
        note(inHand: batch)
        return batch
    }

    /// Says what is left in the writer's hands.
    mutating func note(inHand batch: TrackBatch) {
        takenLines = batch.lines.count
        takenBytes = batch.byteCount
    }

    private mutating func giveUpOldest() {
        let line = lines[firstLine]
        firstByte += line.length
        firstLine += 1
        lostLines += 1
        if loss == nil {
            loss = TrackLoss(from: line.timestamp, to: line.timestamp, lines: 0, cause: trouble ?? .tooSlow)
        }
        loss?.lines += 1
        loss?.to = line.timestamp
    }

    /// Moves what waits to the front once most of the memory before it is free; a long queue's memory is given back.
    private mutating func compact() {
        if firstLine == lines.count {
            let isLarge = bytes.capacity > Self.batchBytes
            bytes.removeAll(keepingCapacity: !isLarge)
            lines.removeAll(keepingCapacity: !isLarge)
            firstByte = 0
            firstLine = 0
        } else if firstLine > 4096, firstLine > lines.count / 2 {
            bytes.removeFirst(firstByte)
            lines.removeFirst(firstLine)
            firstByte = 0
            firstLine = 0
        }
    }
}
