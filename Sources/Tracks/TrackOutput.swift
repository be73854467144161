internal import LocationModel

/// The bytes of one write, and where in them each line of a batch ends, with whatever had to come before it.
struct TrackOutput {
    /// A line of the batch in the output.
    struct Line {
        /// Where it ends, and what belongs before it has ended.
        var end: Int
        var timestamp: Timestamp
    }

    private(set) var bytes: [UInt8] = []
    private var ends: [Line] = []
    private var extra = JSONLine()

    /// Fills the output with the next lines of a batch that belong into one file: those of its day unless the track is
    /// never rotated, and as many as its size allows; at least one.
    ///
    /// A header comes first where the file needs one. Where time goes back and no record says so, because the run before
    /// ended at a later time or because midnight lies between, a `timeReset` does: each file keeps the promise that its
    /// timestamps never decrease except right after one.
    mutating func compose(_ batch: TrackBatch, for file: TrackFile, _ configuration: TrackConfiguration) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var last = file.lastTimestamp
        for line in batch.lines {
            let start = bytes.count
            if start > 0, configuration.rotation != .never, line.timestamp.day != file.name.day { break }
            extra.removeAll()
            if start == 0, file.needsHeader { extra.append(.header(configuration.header)) }
            Self.markStepBack(before: line, last, in: &extra)
            let size = extra.bytes.count + line.range.count
            if start > 0, case .size(let limit) = configuration.rotation,
                file.length + Int64(start + size) > limit
            {
                break
            }
            bytes.append(contentsOf: extra.bytes)
            bytes.append(contentsOf: batch.bytes[line.range])
            ends.append(Line(end: bytes.count, timestamp: line.timestamp))
            last = line.timestamp
        }
    }

    private static func markStepBack(before line: TrackBatch.Line, _ last: Timestamp?, in extra: inout JSONLine) {
        guard let last, line.timestamp < last, !line.isTimeReset else { return }
        extra.append(.event(.timeReset(TimeReset(timestamp: line.timestamp, previous: last))))
    }

    /// How many bytes a line takes as the next one of a file, with what has to come before it.
    static func size(of line: TrackBatch.Line, in file: TrackFile, _ configuration: TrackConfiguration) -> Int {
        var extra = JSONLine()
        if file.needsHeader { extra.append(.header(configuration.header)) }
        markStepBack(before: line, file.lastTimestamp, in: &extra)
        return extra.bytes.count + line.range.count
    }

    /// How many lines are whole within the first `count` bytes.
    func lines(within count: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].end <= count { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The last of the first `lines` lines; `nil` where there is none.
    func last(of lines: Int) -> Line? {
        lines > 0 && lines <= ends.count ? ends[lines - 1] : nil
    }
}
