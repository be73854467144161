internal import Glibc
internal import SystemSupport

/// The lock that keeps a second writer out of a directory. It ends with the process, however that ends.
struct TrackLock {
    static let name = ".lock"

    private let path: String
    private let descriptor: Int32
    private let identity: FileStatus.Identity

    /// Takes the lock of an existing directory.
    init(directory: String, fileSystem: any FileSystem) throws(TrackError) {
        path = directory + "/" + Self.name
        let isHeld: Bool
        do throws(SystemCallError) {
            descriptor = try Self.open(path, fileSystem)
        } catch {
            throw TrackError(error, path: directory)
        }
        do throws(SystemCallError) {
            identity = try fileSystem.status(of: descriptor).identity
            isHeld = try Self.lock(descriptor, fileSystem)
        } catch {
            fileSystem.close(descriptor)
            throw TrackError(error, path: path)
        }
        guard isHeld else {
            let holder = Self.holder(descriptor, fileSystem)
            fileSystem.close(descriptor)
            throw TrackError(.locked, path: directory, holder: holder)
        }
        // The process number is only for the other process's error message: a full disk must not prevent the lock.
        try? fileSystem.truncate(descriptor, to: 0)
        let name = Array("\(getpid())\n".utf8)
        _ = try? name.withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
            try fileSystem.append(bytes, to: descriptor)
        }
    }

    /// Whether the lock that we hold is still the one that a second writer would request.
    func isInPlace(_ fileSystem: any FileSystem) -> Bool {
        (try? fileSystem.status(at: path))?.identity == identity
    }

    func release(_ fileSystem: any FileSystem) {
        fileSystem.close(descriptor)
    }

    private static func open(_ path: String, _ fileSystem: any FileSystem) throws(SystemCallError) -> Int32 {
        do throws(SystemCallError) {
            return try fileSystem.openForAppending(path)
        } catch {
            guard error.number == ENOENT else { throw error }
        }
        do throws(SystemCallError) {
            return try fileSystem.createTrackFile(path)
        } catch {
            // Another process was faster.
            guard error.number == EEXIST else { throw error }
            return try fileSystem.openForAppending(path)
        }
    }

    /// On a file system without locks (some network ones), locd writes without one: that is better than no track.
    private static func lock(_ descriptor: Int32, _ fileSystem: any FileSystem) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            return try fileSystem.lock(descriptor)
        } catch {
            guard [EOPNOTSUPP, ENOSYS, ENOLCK].contains(error.number) else { throw error }
            return true
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
