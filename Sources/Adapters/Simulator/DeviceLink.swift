import Glibc
import SystemSupport

/// A stable name for a device whose own name changes: a symbolic link that exists as long as this value.
public struct DeviceLink: ~Copyable {
    /// The path of the link.
    public let path: String
    /// Its target.
    public let target: String

    /// Creates the link, or changes an existing one in a single step; anything but a symbolic link is left alone.
    /// Throws `.cannotWrite`.
    public init(at path: String, to target: String) throws(SimulationError) {
        self.path = path
        self.target = target
        if symlink(target, path) == 0 { return }
        guard errno == EEXIST else { throw Self.failure(path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Self.failure(path) }
        guard status.st_mode & S_IFMT == S_IFLNK else {
            throw SimulationError(
                .cannotWrite, "\(path) exists and is not a symbolic link; choose another link, or move it away")
        }
        do throws(SystemCallError) {
            try SystemFileSystem().replaceLink(path, to: target, through: "\(path).\(getpid())")
        } catch {
            throw Self.failure(path, error.number)
        }
    }

    /// Removes the link, unless somebody else has changed it since.
    deinit {
        var found = [CChar](repeating: 0, count: 4096)
        let length = readlink(path, &found, found.count)
        guard length >= 0, found.prefix(length).elementsEqual(target.utf8.map { CChar(bitPattern: $0) }) else { return }
        unlink(path)
    }

    private static func failure(_ path: String, _ code: Int32 = errno) -> SimulationError {
        SimulationError(
            .cannotWrite, "cannot create the link \(path); choose one in a directory that you can write to",
            cause: SystemCallError.message(of: code))
    }
}
