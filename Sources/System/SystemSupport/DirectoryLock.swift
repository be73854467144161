internal import Glibc
internal import Synchronization

/// The lock that keeps a second process out of a directory. It ends with ``release()`` or with the process, however
/// that ends.
package final class DirectoryLock: Sendable {
    package enum Outcome {
        case taken(DirectoryLock)
        /// Another process has it: its number, if known.
        case held(by: Int32?)
    }

    private let path: String
    private let fileSystem: any FileSystem
    private let descriptor: Mutex<Int32?>
    private let identity: FileStatus.Identity

    private init(_ path: String, _ descriptor: Int32, _ fileSystem: any FileSystem) throws(SystemCallError) {
        identity = try fileSystem.status(of: descriptor).identity
        (self.path, self.fileSystem) = (path, fileSystem)
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Takes the lock: a file with this path, which gets the permissions of `mode` when it is created.
    package static func take(
        _ path: String, mode: UInt32, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(SystemCallError) -> Outcome {
        let descriptor = try open(path, mode: mode, fileSystem)
        let lock: DirectoryLock
        do throws(SystemCallError) {
            lock = try DirectoryLock(path, descriptor, fileSystem)
        } catch {
            fileSystem.close(descriptor)
            throw error
        }
        do throws(SystemCallError) {
            guard try fileSystem.lock(descriptor) else {
                defer { lock.release() }
                return .held(by: holder(descriptor, fileSystem))
            }
        } catch {
            // Some file systems, mostly of networks, have no locks: locd writes there without one, as that is better
            // than no track.
            guard [EOPNOTSUPP, ENOSYS, ENOLCK].contains(error.number) else { throw error }
        }
        // The process number is only for the other process's error message: a full disk must not prevent the lock.
        try? fileSystem.truncate(descriptor, to: 0)
        try? fileSystem.appendAll(Array("\(getpid())\n".utf8), to: descriptor)
        return .taken(lock)
    }

    /// Whether the lock that we hold is still the one that a second process would request.
    package var isInPlace: Bool { (try? fileSystem.status(at: path))?.identity == identity }

    package func release() {
        if let open = descriptor.withLock({ $0.take() }) { fileSystem.close(open) }
    }

    private static func open(
        _ path: String, mode: UInt32, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> Int32 {
        do throws(SystemCallError) {
            return try fileSystem.openForAppending(path)
        } catch {
            guard error.number == ENOENT else { throw error }
        }
        do throws(SystemCallError) {
            return try fileSystem.create(path, mode: mode)
        } catch {
            // Another process was faster.
            guard error.number == EEXIST else { throw error }
            return try fileSystem.openForAppending(path)
        }
    }

    private static func holder(_ descriptor: Int32, _ fileSystem: any FileSystem) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = try? buffer.withUnsafeMutableBufferPointer { (bytes) throws(SystemCallError) in
            try fileSystem.read(into: bytes, at: 0, from: descriptor)
        }
        let digits = buffer.prefix(count ?? 0).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}
