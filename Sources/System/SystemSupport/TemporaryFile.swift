internal import Glibc

/// A file without a name, for data that does not fit into memory. The system removes it with its last descriptor,
/// however the process ends.
package final class TemporaryFile: Sendable {
    /// The directory of such files: `TMPDIR`, otherwise `/tmp`.
    package static var directory: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Open for reading and writing, and closed with this object.
    package let descriptor: Int32

    /// Creates an empty file in ``directory``. Throws the system's error.
    package init() throws(SystemCallError) {
        var path = Array("\(Self.directory)/locd-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw SystemCallError("mkstemp", errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
    }

    deinit {
        close(descriptor)
    }

    package func append(_ bytes: [UInt8]) throws(SystemCallError) {
        try SystemFileSystem().appendAll(bytes, to: descriptor)
    }

    /// At most `count` bytes from `offset`; none at the end.
    package func bytes(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        var failure: SystemCallError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            do throws(SystemCallError) {
                filled = try SystemFileSystem().read(into: buffer, at: offset, from: descriptor)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
