import SystemSupport

/// The last bytes of a file, line by line from the end, so that a writer need not search a year of lines.
struct TrackFileEnd {
    /// One line, without its newline.
    struct Line {
        var offset: Int64
        /// Its length, without its newline.
        var length: Int
        /// Whether a newline ends it.
        var isTerminated: Bool
        var content: TrackLine
    }

    /// The number of bytes to read at first, and at most: some 300 and some 18,000 lines.
    static let windows = [64 << 10, 4 << 20]

    private let bytes: [UInt8]
    private let offset: Int64

    var isWhole: Bool { offset == 0 }

    /// Reads the last `window` bytes of a file that is `size` bytes long.
    init(
        of descriptor: Int32, size: Int64, window: Int, _ fileSystem: any FileSystem
    ) throws(SystemCallError) {
        let length = Int(min(size, Int64(window)))
        offset = size - Int64(length)
        bytes = try Self.read(descriptor, at: offset, count: length, fileSystem)
    }

    /// The same for an open file.
    init(of file: OpenTrackFile, window: Int) throws(TrackError) {
        let length = Int(min(file.size, Int64(window)))
        offset = file.size - Int64(length)
        bytes = try file.bytes(at: offset, count: length)
    }

    /// Up to `count` bytes from `offset`; fewer if the file ends before.
    static func read(
        _ descriptor: Int32, at offset: Int64, count: Int, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemCallError) in
                let rest = UnsafeMutableBufferPointer<UInt8>(rebasing: buffer[done...])
                return try fileSystem.read(into: rest, at: offset + Int64(done), from: descriptor)
            }
            guard got > 0 else { break }
            done += got
        }
        bytes.removeLast(count - done)
        return bytes
    }

    /// Passes the lines to `body`, the last first, until it returns false. A first line that begins before the window
    /// is left out.
    func forEachLineBackwards(_ body: (Line) -> Bool) {
        bytes.withUnsafeBufferPointer { buffer in
            var end = buffer.count
            while end > 0 {
                let isTerminated = buffer[end - 1] == UInt8(ascii: "\n")
                let last = isTerminated ? end - 1 : end
                var start = last
                while start > 0, buffer[start - 1] != UInt8(ascii: "\n") { start -= 1 }
                guard start > 0 || isWhole else { return }
                let line = Line(
                    offset: offset + Int64(start), length: last - start, isTerminated: isTerminated,
                    content: TrackLine(parsing: UnsafeBufferPointer(rebasing: buffer[start..<last])))
                guard body(line) else { return }
                end = start
            }
        }
    }
}
