/// The bytes of track lines, from any storage, one after the other.
protocol TrackByteSource {
    /// The offset of the next byte in the plain file.
    var offset: Int64 { get }

    /// The same offset in the bytes on the disk.
    var diskOffset: Int64 { get }

    /// Reads on; returns the number of bytes, 0 at the end.
    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int
}
