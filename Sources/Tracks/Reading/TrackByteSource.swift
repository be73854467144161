/// The bytes of track lines, wherever they lie, one after the other.
protocol TrackByteSource {
    /// Where the next byte stands among the file's plain bytes.
    var offset: Int64 { get }

    /// The same among the bytes as they lie on the disk.
    var diskOffset: Int64 { get }

    /// Reads on; returns how many bytes came, 0 at the end.
    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int
}
