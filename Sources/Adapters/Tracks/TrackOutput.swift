internal import LocationModel

/// The bytes of one write, and the end of each line of a batch in them, including whatever must come before the line.
struct TrackOutput {
    struct Line {
        /// The end of the line, and the end of what must come before it.
        var end: Int
        var timestamp: Timestamp
    }

    private(set) var bytes: [UInt8] = []
    private var ends: [Line] = []
    private var extra = JSONLine()

    /// Fills the output with the next lines of a batch that belong in one file: those of its day unless the track is
    /// never rotated, and as many as its size allows; at least one.
    ///
    /// A header comes first if the file needs one. If time goes back without a record that says so, because the
    /// previous run ended at a later time or because midnight lies between, a `timeReset` is added: timestamps of a
    /// file never decrease except right after one.
    mutating func compose(
        _ batch: TrackBatch, for file: TrackFile, _ header: TrackHeader, _ configuration: TrackConfiguration
    ) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var last = file.lastTimestamp
        for line in batch.lines {
            let start = bytes.count
            if start > 0, configuration.rotation != .never, line.timestamp.day != file.name.day { break }
            extra.removeAll()
            if start == 0, file.needsHeader { extra.append(.header(header)) }
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

    /// The number of bytes of a line as the next one of a file, with everything that must come before it.
    static func size(of line: TrackBatch.Line, in file: TrackFile, _ configuration: TrackConfiguration) -> Int {
        var extra = JSONLine()
        if file.needsHeader { extra.append(.header(configuration.header)) }
        markStepBack(before: line, file.lastTimestamp, in: &extra)
        return extra.bytes.count + line.range.count
    }

    /// The number of complete lines within the first `count` bytes.
    func lines(within count: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].end <= count { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The last of the first `lines` lines; `nil` if there is none.
    func last(of lines: Int) -> Line? {
        lines > 0 && lines <= ends.count ? ends[lines - 1] : nil
    }
}
