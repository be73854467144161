package import LocationModel

/// The lines that are not acknowledged yet, in the order of the track. Only some of them are in memory.
package final class SinkQueue {
    /// The number of lines read ahead: an hour at 1 Hz.
    package static let maximumLines = 4096

    /// The lines in memory, the next one first.
    package private(set) var lines: ArraySlice<QueuedLine> = []
    /// The number of records in these lines.
    package private(set) var recordCount = 0
    private let follower: TrackFollower
    private var filter: SinkFilter
    private var sequence: Int

    /// Creates a queue of the lines after a cursor.
    package init(_ follower: TrackFollower, filter: SinkFilter, resuming latest: SinkPosition?) {
        self.follower = follower
        self.filter = filter
        if let latest { self.filter.memory = latest.memory }
        sequence = latest?.sequence ?? 0
    }

    /// Reads lines until there are records for `count`, or as many as fit. Lines of which nothing is sent do not stop
    /// it, up to `limit` of them: then it is called again.
    package func fill(records count: Int, at now: Timestamp, limit: Int = 20_000) {
        var read = 0
        while recordCount < count, lines.count < Self.maximumLines, read < limit {
            guard let line = follower.next() else { break }
            read += 1
            let records = line.event.map { filter.pass($0, at: now) } ?? []
            sequence += records.count
            recordCount += records.count
            var position = line.position
            position.sequence = sequence
            position.memory = filter.memory
            // A row of lines of which nothing is sent is as good as its last one.
            if records.isEmpty, let last = lines.last, last.records.isEmpty, last.position.file == position.file {
                lines.removeLast()
            }
            lines.append(QueuedLine(position: position, records: records))
        }
    }

    /// The latest place among the lines that were read, sent or not.
    package var latestPlace: Location? { filter.latest }

    /// Whether there may be lines that are not in memory.
    package var mayHaveMore: Bool { follower.mayHaveMore }

    /// The first lines, with at most `count` records but with one line at least.
    package func first(records count: Int) -> ArraySlice<QueuedLine> {
        var records = 0
        var end = lines.startIndex
        while end < lines.endIndex {
            records += lines[end].records.count
            if records > count, end > lines.startIndex { break }
            end += 1
        }
        return lines[..<end]
    }

    package func removeFirst(_ count: Int) {
        recordCount -= lines.prefix(count).reduce(0) { $0 + $1.records.count }
        lines.removeFirst(count)
    }

    /// The number of waiting bytes of the track, and roughly of records.
    package func depth() -> (bytes: Int64, records: Int) {
        let (bytes, count) = follower.depth()
        return (bytes + lines.reduce(0) { $0 + Int64($1.position.length) }, count + recordCount)
    }
}

/// A line of the track that waits, with what is sent of it.
package struct QueuedLine: Sendable, Hashable {
    /// The position behind it, to be kept once all of its records are acknowledged.
    package var position: SinkPosition
    /// None if the sink is given nothing of it.
    package var records: [PublishedRecord]
}
