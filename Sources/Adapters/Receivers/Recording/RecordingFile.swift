import Glibc
import Interchange

/// The bytes of a recording, decompressed if it is gzip, the ASCII of UTF-16, in constant memory.
struct RecordingFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private let chunk: UnsafeMutableRawBufferPointer
    private var offset: Int64 = 0
    private var hasBegun = false
    private var isUTF16: Bool?
    private var gzip: GzipReader?

    private static let size = 64 * 1024

    /// Opens a regular file: only what can be read twice can be looked through for its first date.
    init(path: String) throws(RecordingError) { self.init(path: path, descriptor: try Self.open(path)) }

    // What may throw comes before this one: Swift 6.2 destroys defaults twice if an initializer that has them throws.
    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
        chunk = .allocate(byteCount: Self.size, alignment: 16)
    }

    private static func open(_ path: String) throws(RecordingError) -> Int32 {
        // Without O_NONBLOCK a pipe that bears the name would hold us.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw RecordingError(system: errno, path: path) }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
            let code = isKnown ? 0 : errno
            close(descriptor)
            guard isKnown else { throw RecordingError(system: code, path: path) }
            throw RecordingError(
                .unreadable, "\(path) is not a file: a recording is a file, a receiver is serial:\(path)")
        }
        return descriptor
    }

    deinit {
        close(descriptor)
        chunk.deallocate()
    }

    /// Goes back to the beginning.
    mutating func rewind() {
        offset = 0
        gzip = nil
        hasBegun = false
        isUTF16 = nil
    }

    /// The next bytes, valid until the next call; none at the end. Where a gzip file is damaged, what was whole comes
    /// first.
    mutating func next() throws(RecordingError) -> UnsafeRawBufferPointer {
        if !hasBegun { try begin() }
        var count: Int
        repeat {
            let size = if let gzip { try unpack(gzip) } else { try read(into: chunk) }
            let isUTF16 = isUTF16 ?? XMLText.isUTF16(Array(chunk.prefix(min(size, 4))))
            self.isUTF16 = isUTF16
            count = isUTF16 ? dropZeros(size) : size
            if size == 0 { break }
        } while count == 0
        return UnsafeRawBufferPointer(rebasing: chunk[..<count])
    }

    /// Leaves only the ASCII of UTF-16 in the first bytes, without its mark (FE FF); returns how many are left.
    private func dropZeros(_ count: Int) -> Int {
        var kept = 0
        for byte in chunk[..<count] where byte > 0 && byte < 0xFE {
            chunk[kept] = byte
            kept += 1
        }
        return kept
    }

    /// Looks whether it is gzip.
    private mutating func begin() throws(RecordingError) {
        hasBegun = true
        let count = try read(into: chunk)
        offset = 0
        guard chunk.prefix(count).starts(with: GzipReader.magic) else { return }
        gzip = GzipReader()
        if gzip == nil { throw RecordingError(system: ENOMEM, path: path) }
    }

    private mutating func unpack(_ gzip: GzipReader) throws(RecordingError) -> Int {
        var total = 0
        while total < chunk.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: chunk[total...])
            let outcome = try gzip.read(into: room) { (input) throws(RecordingError) in try read(into: input) }
            switch outcome {
            case .bytes(0): return total
            case .bytes(let count): total += count
            case .outOfMemory: throw RecordingError(system: ENOMEM, path: path)
            case .damaged, .truncated:
                guard total == 0 else { return total }
                throw damaged(outcome == .damaged ? "is damaged" : "ends too early")
            }
        }
        return total
    }

    private func damaged(_ words: String) -> RecordingError {
        RecordingError(.damaged, "\(path) \(words): the data before it was read; see gzip -t")
    }

    private mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 {
                offset += Int64(count)
                return count
            }
            guard errno == EINTR else { throw RecordingError(system: errno, path: path) }
        }
    }
}
