import Glibc

/// The bytes of a place table, in a file that stays open.
///
/// They are read where they are needed and never mapped: a mapping of a file that is cut short while it is used kills
/// the process, and the recorder must not die of a geocoder. The kernel's cache holds what is asked for often.
public final class TableBytes: Sendable {
    /// How many there are.
    public let count: Int
    private let descriptor: Int32
    private let path: String

    /// The bytes of a file.
    public init(path: String) throws(PlaceTableError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { throw .missing(path: path) }
            throw .unreadable(path: path, code: errno)
        }
        self.descriptor = descriptor
        self.path = path
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            count = 0
            throw .unknownFormat("\(path) is not a regular file")
        }
        count = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Reads this many bytes from an offset.
    func read(_ offset: Int, _ length: Int) throws(PlaceTableError) -> [UInt8] {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            throw .damaged("bytes \(offset) to \(offset &+ length) are beyond its end at \(count)")
        }
        var failure: PlaceTableError?
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            while let start = buffer.baseAddress, filled < length {
                let count = pread(descriptor, start + filled, length - filled, off_t(offset + filled))
                if count > 0 {
                    filled += count
                } else if count == 0 {
                    failure = .damaged("it is shorter than it was: it ends at byte \(offset + filled)")
                    return
                } else if errno != EINTR {
                    failure = .unreadable(path: path, code: errno)
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
