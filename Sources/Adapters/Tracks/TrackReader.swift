internal import Glibc
internal import LocationModel
public import SystemSupport

/// Reads a track file from its beginning, line by line, in constant memory.
public struct TrackReader: ~Copyable {
    /// One line of the file.
    public struct Reading: Sendable, Hashable {
        /// The line's number, from 1.
        public var number: Int
        /// The offset of the line, in bytes from the start of the file.
        public var offset: Int64
        /// The content of the line.
        public var content: TrackLine
        /// The length in bytes, including the newline.
        public var length = 0
        /// Whether the line ends with a newline: the last line of a file that is being written may not.
        public var isTerminated = true
        /// Identifies the line, even after it is moved to another file; `nil` without
        /// ``TrackReader/givesFingerprints``.
        public var fingerprint: UInt64?
    }

    /// The longest line that is read, 1 MiB; longer lines are skipped and reported.
    public static let maximumLineLength = 1 << 20

    /// The number of bytes that are read at once: small enough for the heap, which gives them again without clearing
    /// pages.
    private static let chunk = 64 << 10
    /// The same for a reader of one line: some twenty lines.
    static let glance = 4 << 10

    private var source: any TrackByteSource
    private var buffer: [UInt8]
    private var start = 0
    private var end = 0
    private var readOffset: Int64
    private var number = 0
    private var isAtEnd = false
    /// Whether each line gets its fingerprint, 64-bit FNV-1a of its bytes without the newline.
    public var givesFingerprints = false

    /// Opens a file, to read it from its beginning or from the line at a byte offset. Throws the system's error.
    public init(
        path: String, offset: Int64 = 0, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(TrackError) {
        self.init(try PlainTrackSource(path: path, offset: max(offset, 0), fileSystem: fileSystem))
    }

    /// Reads lines from any source, `chunk` bytes at once; offsets count its bytes.
    init(_ source: any TrackByteSource, chunk: Int = Self.chunk) {
        self.source = source
        buffer = [UInt8](repeating: 0, count: chunk)
        readOffset = source.offset
    }

    /// How much of the file was read, in bytes as stored on disk.
    var diskOffset: Int64 { source.diskOffset }

    /// Returns the next line; `nil` at the end of the file. An unusable line is returned with its fault, and reading
    /// continues.
    public mutating func next() throws(TrackError) -> Reading? {
        var searched = 0
        while true {
            if let length = lengthOfLine(from: searched) { return take(length, isTerminated: true) }
            searched = end - start
            if searched > Self.maximumLineLength { return try skipLine() }
            if isAtEnd { return searched > 0 ? take(searched, isTerminated: false) : nil }
            try fill()
        }
    }

    private func lengthOfLine(from searched: Int) -> Int? {
        buffer.withUnsafeBufferPointer { bytes -> Int? in
            guard let base = bytes.baseAddress, start + searched < end,
                let found = memchr(base + start + searched, 0x0A, end - start - searched)
            else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base + start)
        }
    }

    private mutating func take(_ length: Int, isTerminated: Bool) -> Reading {
        var content = buffer.withUnsafeBufferPointer {
            TrackLine(parsing: UnsafeBufferPointer(rebasing: $0[start..<(start + length)]))
        }
        if length > Self.maximumLineLength {
            content = .malformed(TrackLineFault(.tooLong))
        } else if !isTerminated, case .malformed(let fault) = content, fault.code == .notJSON {
            content = .malformed(TrackLineFault(.torn))
        }
        return deliver(content, length + (isTerminated ? 1 : 0), isTerminated: isTerminated)
    }

    private mutating func deliver(_ content: TrackLine, _ consumed: Int, isTerminated: Bool = true) -> Reading {
        number += 1
        defer { start += consumed }
        var reading = Reading(
            number: number, offset: readOffset - Int64(end - start), content: content, length: consumed,
            isTerminated: isTerminated)
        if givesFingerprints {
            reading.fingerprint = buffer.withUnsafeBufferPointer {
                StableHash(UnsafeBufferPointer(rebasing: $0[start..<(start + consumed - (isTerminated ? 1 : 0))])).value
            }
        }
        return reading
    }

    /// Skips the rest of a line that is too long.
    private mutating func skipLine() throws(TrackError) -> Reading {
        var reading = deliver(.malformed(TrackLineFault(.tooLong)), end - start, isTerminated: false)
        while !isAtEnd {
            try fill()
            if let length = lengthOfLine(from: 0) {
                start += length + 1
                reading.length += length + 1
                reading.isTerminated = true
                break
            }
            reading.length += end - start
            start = end
        }
        return reading
    }

    /// Makes room in the buffer and reads more bytes.
    private mutating func fill() throws(TrackError) {
        if start > 0 {
            buffer.withUnsafeMutableBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                memmove(base, base + start, end - start)
            }
            end -= start
            start = 0
        }
        if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
        let room = end
        let offset = source.offset
        let count = try buffer.withUnsafeMutableBufferPointer { (bytes) throws(TrackError) in
            try source.read(into: UnsafeMutableBufferPointer(rebasing: bytes[room...]))
        }
        if count == 0 { isAtEnd = true }
        end += count
        readOffset = offset + Int64(count)
    }
}
