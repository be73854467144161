internal import Interchange
internal import LocationModel
internal import SystemSupport

struct TrackPart {
    /// A file, plain or compressed, with any name.
    struct Source {
        private static let zstandard: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

        let file: OpenTrackFile
        let isCompressed: Bool

        init(path: String, fileSystem: any FileSystem) throws(TrackError) {
            file = try OpenTrackFile(path: path, fileSystem: fileSystem)
            let magic = try file.bytes(at: 0, count: 4)
            guard magic != Self.zstandard else { throw TrackError(.unsupported, path: path) }
            isCompressed = magic.starts(with: GzipReader.magic)
        }

        /// The file from its first byte on.
        func beginning() throws(TrackError) -> any TrackByteSource {
            isCompressed
                ? try GzipTrackSource(file, range: 0..<file.size, plainOffset: 0)
                : PlainTrackSource(file, range: 0..<file.size)
        }

        /// Its header; `nil` if the first line is not one.
        func header() throws(TrackError) -> TrackHeader? {
            var reader = TrackReader(try beginning(), chunk: TrackReader.glance)
            guard case .record(.header(let header))? = try reader.next()?.content else { return nil }
            return header
        }

        /// Its end: the latest time in its last lines, for a compressed file in the file itself; see
        /// ``OpenTrackFile/latestTime()``. `nil` if only reading all of it would show that.
        func latestTime() throws(TrackError) -> Timestamp? {
            guard isCompressed else { return try file.latestTime() }
            return try GzipTrackIndex(file)?.entries.compactMap(\.member.times?.upperBound).max()
        }

        /// The parts to read for a period.
        func parts(in interval: TrackInterval) throws(TrackError) -> [TrackPart] {
            guard isCompressed else {
                return try PlainTrackSearch(file: file).ranges(of: interval).map {
                    TrackPart(source: self, range: $0, plainOffset: $0.lowerBound)
                }
            }
            guard interval != .all, let index = try GzipTrackIndex(file) else {
                return [TrackPart(source: self, range: 0..<file.size, plainOffset: 0)]
            }
            return index.ranges(of: interval).map {
                TrackPart(source: self, range: $0.compressed, plainOffset: $0.plainOffset)
            }
        }
    }

    private let source: Source
    private let range: Range<Int64>
    private let plainOffset: Int64

    init(source: Source, range: Range<Int64>, plainOffset: Int64) {
        self.source = source
        self.range = range
        self.plainOffset = plainOffset
    }

    /// The number of bytes on the disk.
    var bytes: Int64 { range.upperBound - range.lowerBound }

    /// Its offset on the disk.
    var start: Int64 { range.lowerBound }

    /// The header of its first line: the latest before it, `nil` without one.
    func header() throws(TrackError) -> TrackHeader? {
        if !source.isCompressed, let header = try PlainTrackSearch(file: source.file).header(before: start) {
            return header
        }
        // Each header begins a member.
        let entries = source.isCompressed ? try GzipTrackIndex(source.file)?.entries ?? [] : []
        for entry in entries.reversed() where entry.offset < start {
            let member = entry.offset..<(entry.offset + Int64(entry.member.size))
            let bytes = try GzipTrackSource(source.file, range: member, plainOffset: entry.plainOffset)
            var reader = TrackReader(bytes, chunk: TrackReader.glance)
            if case .record(.header(let header))? = try reader.next()?.content { return header }
        }
        return try source.header()
    }

    func open() throws(TrackError) -> any TrackByteSource {
        source.isCompressed
            ? try GzipTrackSource(source.file, range: range, plainOffset: plainOffset)
            : PlainTrackSource(source.file, range: range)
    }
}
