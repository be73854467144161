import Glibc

/// A file to add bytes to, without Foundation.
final class AppendedFile {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw NoFile(path: path) }
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) { _ = write(descriptor, bytes, bytes.count) }
}

struct NoFile: Error { let path: String }
