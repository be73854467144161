/// The members of a compressed track that we wrote, found from header to header without unpacking any.
struct GzipTrackIndex {
    /// A member and where it stands.
    struct Entry: Sendable, Hashable {
        var member: GzipMember
        /// Where its header begins.
        var offset: Int64
        /// Where its bytes begin, unpacked.
        var plainOffset: Int64
    }

    let entries: [Entry]

    /// Reads the headers of a file; `nil` where another program packed it: then only reading from the start finds a time.
    init?(_ file: OpenTrackFile) throws(TrackError) {
        var entries: [Entry] = []
        var offset: Int64 = 0
        var plainOffset: Int64 = 0
        while offset < file.size {
            let header = try file.bytes(at: offset, count: GzipMember.headerSize)
            // What the index says must lead exactly to the end, or it is not believed.
            guard let member = GzipMember(header: header), offset + Int64(member.size) <= file.size else { return nil }
            entries.append(Entry(member: member, offset: offset, plainOffset: plainOffset))
            offset += Int64(member.size)
            plainOffset += Int64(member.plainSize)
        }
        self.entries = entries
    }

    /// The compressed ranges that hold every record of a stretch of time, neighbours joined, and where each begins unpacked.
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
