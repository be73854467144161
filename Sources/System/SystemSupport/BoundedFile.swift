internal import Glibc

/// Reads a whole file into memory, up to a limit. So neither a file that somebody made too large nor a pipe without a
/// writer can block or exhaust the reader.
package enum BoundedFile {
    /// The allowed types of file, links followed.
    package enum Kind: Sendable {
        /// A regular file, `/proc` and `/sys` included.
        case regular
        /// A regular file or a character device, such as `/dev/null`.
        case regularOrDevice
        /// Anything but a directory. The reader waits for a pipe, as a person expects of `/dev/stdin`.
        case anything
    }

    /// Why the file cannot be read.
    package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The system refused; `EISDIR` for a directory.
        case system(SystemCallError)
        /// It is a pipe, a socket or a device.
        case notAFile
        /// It holds more bytes than the limit.
        case tooLarge(limit: Int)

        /// A sentence without the path.
        package var description: String {
            switch self {
            case .system(let error): error.message
            case .notAFile: "not a regular file"
            case .tooLarge(let limit): "larger than \(limit) bytes"
            }
        }

        /// Whether the file, or a directory above it, does not exist.
        package var isMissing: Bool {
            if case .system(let error) = self { error.isMissing } else { false }
        }
    }

    private static let chunk = 64 << 10

    /// All bytes of the file at `path`, at most `limit`.
    package static func contents(
        of path: String, limit: Int, accepting kind: Kind = .regular
    ) throws(Failure) -> [UInt8] {
        let bytes = try prefix(of: path, count: limit + 1, accepting: kind)
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }

    /// The first bytes of the file at `path`, `count` or, if it has fewer, all.
    package static func prefix(
        of path: String, count: Int, accepting kind: Kind = .regular
    ) throws(Failure) -> [UInt8] {
        // The C library would truncate the path at a NUL and read another file.
        guard !path.utf8.contains(0) else { throw .system(SystemCallError("open", EINVAL)) }
        let descriptor = try open(path, kind)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            var failure: Int32 = 0
            let room = min(chunk, count - bytes.count)
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                let got = read(descriptor, buffer.baseAddress, room)
                if got < 0 { failure = errno }
                filled = max(got, 0)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw .system(SystemCallError("read", failure)) }
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    private static func open(_ path: String, _ kind: Kind) throws(Failure) -> Int32 {
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        let wait = kind == .anything ? 0 : O_NONBLOCK
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | wait)
        guard descriptor >= 0 else { throw .system(SystemCallError("open", errno)) }
        do throws(Failure) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .system(SystemCallError("fstat", errno)) }
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw .system(SystemCallError("read", EISDIR))
            case S_IFCHR where kind == .regularOrDevice: break
            default: if kind != .anything { throw .notAFile }
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
