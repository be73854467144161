/// The members of a compressed track that locd wrote, found from header to header without decompressing any.
struct GzipTrackIndex {
    struct Entry: Sendable, Hashable {
        var member: GzipMember
        /// The offset of its header.
        var offset: Int64
        /// The offset of its bytes after decompression.
        var plainOffset: Int64
    }

    let entries: [Entry]

    /// Reads the headers of a file; `nil` if another program compressed it: then a time is found only by reading from
    /// the start.
    init?(_ file: OpenTrackFile) throws(TrackError) {
        var entries: [Entry] = []
        var offset: Int64 = 0
        var plainOffset: Int64 = 0
        while offset < file.size {
            let header = try file.bytes(at: offset, count: GzipMember.headerSize)
            // The index must lead exactly to the end, otherwise it is not used.
            guard let member = GzipMember(header: header), offset + Int64(member.size) <= file.size else { return nil }
            entries.append(Entry(member: member, offset: offset, plainOffset: plainOffset))
            offset += Int64(member.size)
            plainOffset += Int64(member.plainSize)
        }
        self.entries = entries
    }

    /// The compressed ranges that hold every record of a period, neighbours joined, and their offsets after
    /// decompression.
    func ranges(of interval: TrackInterval) -> [(compressed: Range<Int64>, plainOffset: Int64)] {
        var ranges: [(compressed: Range<Int64>, plainOffset: Int64)] = []
        for entry in entries {
            let isWanted = entry.member.times.map(interval.intersects) ?? (interval == .all)
            guard isWanted else { continue }
            let end = entry.offset + Int64(entry.member.size)
            if let last = ranges.last, last.compressed.upperBound == entry.offset {
                ranges[ranges.count - 1].compressed = last.compressed.lowerBound..<end
            } else {
                ranges.append((entry.offset..<end, entry.plainOffset))
            }
        }
        return ranges
    }
}
