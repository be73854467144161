internal import LocationModel

/// Lines that the writer is handling: taken from the queue, and not in a file yet.
struct TrackBatch {
    /// One line, its newline included.
    struct Line {
        var range: Range<Int>
        var timestamp: Timestamp
        var isTimeReset: Bool
    }

    private(set) var bytes: [UInt8] = []
    private var all: [Line] = []
    private var first = 0

    var lines: ArraySlice<Line> { all[first...] }
    var isEmpty: Bool { first >= all.count }
    var byteCount: Int { lines.first.map { bytes.count - $0.range.lowerBound } ?? 0 }

    mutating func append(_ line: some Collection<UInt8>, timestamp: Timestamp, isTimeReset: Bool = false) {
        let start = bytes.count
        bytes.append(contentsOf: line)
        all.append(Line(range: start..<bytes.count, timestamp: timestamp, isTimeReset: isTimeReset))
    }

    mutating func removeFirst(_ count: Int) {
        first = min(first + max(count, 0), all.count)
        if isEmpty { self = TrackBatch() }
    }
}
