import SystemSupport

/// A range of a plain track file.
struct PlainTrackSource: TrackByteSource {
    private let file: OpenTrackFile
    private let end: Int64
    private(set) var offset: Int64
    var diskOffset: Int64 { offset }

    /// A file from `offset` on, to its end.
    init(path: String, offset: Int64 = 0, fileSystem: any FileSystem) throws(TrackError) {
        self.init(try OpenTrackFile(path: path, fileSystem: fileSystem), range: offset..<Int64.max)
    }

    /// A part of an open file, which begins and ends where a line does.
    init(_ file: OpenTrackFile, range: Range<Int64>) {
        self.file = file
        offset = range.lowerBound
        end = range.upperBound
    }

    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int {
        let room = min(Int64(buffer.count), end - offset)
        guard room > 0 else { return 0 }
        let count = try file.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<Int(room)]), at: offset)
        offset += Int64(count)
        return count
    }
}
