import SystemSupport

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

/// The bytes of track lines, from any storage, one after the other.
protocol TrackByteSource {
    /// The offset of the next byte in the plain file.
    var offset: Int64 { get }

    /// The same offset in the bytes on the disk.
    var diskOffset: Int64 { get }

    /// Reads on; returns the number of bytes, 0 at the end.
    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int
}
