internal import LocationModel

/// Lines that wait for the disk, bounded in count and in bytes. If there are too many, the oldest are dropped, and a
/// `loss` record replaces them.
struct TrackQueue {
    private struct Line {
        var length: Int
        var timestamp: Timestamp
        var isTimeReset: Bool
    }

    /// The maximum size of one batch, so that writing a queue of a day does not need its size again.
    private static let batchBytes = 256 << 10

    private let maximumLines: Int
    private let maximumBytes: Int
    private var encoder = JSONLine()
    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    private var firstByte = 0
    private var firstLine = 0
    /// Lines dropped since the last batch was taken.
    private var loss: TrackLoss?
    /// The time of the last line, of an earlier run too.
    private var latest: Timestamp?

    /// Lines and bytes that the writer is handling: they count, too.
    private var takenLines = 0
    private var takenBytes = 0

    /// Why lines wait, if the disk does not accept them.
    var problem: TrackLoss.Cause?
    /// The number of dropped lines so far.
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

    /// Adds a line; an event that no track contains, or that has no time, adds none.
    mutating func append(_ event: LocationEvent) {
        var event = event
        // Another thread found the zone, and later lines may have come meanwhile: that is no step back in time.
        if case .timeZone(var change) = event, let latest, change.timestamp < latest {
            change.timestamp = latest
            event = .timeZone(change)
        }
        // Steps are known some time after they were made.
        if case .steps(var steps) = event, let latest, steps.timestamp < latest {
            steps.timestamp = latest
            event = .steps(steps)
        }
        guard event.isRecorded, let timestamp = event.timestamp else { return }
        latest = timestamp
        encoder.removeAll()
        encoder.append(event)
        var isTimeReset = false
        if case .timeReset = event { isTimeReset = true }
        bytes.append(contentsOf: encoder.bytes)
        lines.append(Line(length: encoder.bytes.count, timestamp: timestamp, isTimeReset: isTimeReset))
        while waitingLines > 0, lineCount > maximumLines || byteCount > maximumBytes { giveUpOldest() }
        compact()
    }

    /// The time of the last line of an earlier run: steps from before it are not a step back in time either.
    mutating func follow(_ last: Timestamp?) {
        if latest == nil { latest = last }
    }

    /// Counts lines that came after the writer was closed.
    mutating func refuse(_ lines: Int) {
        lostLines += lines
    }

    /// Drops all waiting lines, and those that were taken and not written: the writer is closed.
    mutating func giveUpAll() {
        lostLines += takenLines
        takenLines = 0
        takenBytes = 0
        while waitingLines > 0 { giveUpOldest() }
        compact()
    }

    /// The next lines for the disk, after the record of a loss. The lines that were taken before are done.
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

    /// Reports what remains of the lines that the writer is handling.
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
            loss = TrackLoss(from: line.timestamp, to: line.timestamp, lines: 0, cause: problem ?? .tooSlow)
        }
        loss?.lines += 1
        loss?.to = line.timestamp
    }

    /// Moves the waiting lines to the front once most of the memory before them is free; the memory of a long queue is
    /// freed.
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
