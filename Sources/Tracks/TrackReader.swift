internal import Glibc
internal import LocationModel
public import SystemSupport

/// Reads a track file from its beginning, line by line, in constant memory.
public struct TrackReader: ~Copyable {
    /// What stands in one line.
    public struct Reading: Sendable, Hashable {
        /// The line's number, from 1.
        public var number: Int
        /// Where the line begins, in bytes from the start of the file.
        public var offset: Int64
        /// What it says.
        public var content: TrackLine
        /// How many bytes it has, its newline included.
        public var length = 0
        /// Whether it has its newline: the last line of a file that is being written may lack it.
        public var isTerminated = true
        /// Tells the line from others, whatever file it is moved to; only if ``TrackReader/givesFingerprints``.
        public var fingerprint: UInt64?
    }

    /// Longer lines are not read, but skipped and told: 1 MiB.
    public static let maximumLineLength = 1 << 20

    private static let chunk = 256 << 10

    private var source: any TrackByteSource
    private var buffer = [UInt8](repeating: 0, count: Self.chunk)
    private var start = 0
    private var end = 0
    private var readOffset: Int64
    private var number = 0
    private var isAtEnd = false
    /// Whether each line gets its fingerprint, 64-bit FNV-1a of its bytes without the newline.
    public var givesFingerprints = false

    /// Opens a file, to be read from its beginning or from the line that begins `offset` bytes after it.
    /// Throws what the system says of it.
    public init(
        path: String, offset: Int64 = 0, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(TrackError) {
        self.init(try PlainTrackSource(path: path, offset: max(offset, 0), fileSystem: fileSystem))
    }

    /// Reads lines of any bytes; offsets count in these.
    init(_ source: any TrackByteSource) {
        self.source = source
        readOffset = source.offset
    }

    /// How far into the file it has read, in bytes as they lie on the disk.
    var diskOffset: Int64 { source.diskOffset }

    /// The next line; `nil` at the end of the file. A line that cannot be used is given with its fault, and reading goes on.
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

    /// Goes over the rest of a line that is too long without keeping it.
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

    /// Reads on; makes room for it first.
    private mutating func fill() throws(TrackError) {
        if start > 0 {
            buffer.withUnsafeMutableBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                memmove(base, base + start, end - start)
            }
            end -= start
            start = 0
        }
        if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: Self.chunk)) }
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
