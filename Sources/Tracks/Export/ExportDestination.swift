internal import Glibc

/// Where an export goes: a file that is there only once it is complete, a device or a pipe, or an open descriptor.
///
/// A file is written under another name beside its own, and takes its place at one stroke by ``commit(replacing:)``. What
/// is not committed leaves nothing behind, and what stood there stays.
public final class ExportDestination {
    private let path: String
    private let temporary: String?
    private let descriptor: Int32
    private let isOwned: Bool
    private var isOpen = true

    /// A file that does not exist yet, or that is to be replaced; where a link points to one, that file and not the link. Into a device or
    /// a pipe it is written: nobody who names `/dev/null` wants a file in its place. Throws what keeps it from being made.
    public convenience init(path: String) throws(TrackError) {
        var status = stat()
        // What is not there has no kind.
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
        switch kind {
        case S_IFCHR, S_IFIFO:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw TrackError(SystemCallError("open", errno), path: path) }
            self.init(descriptor: descriptor, name: path, isOwned: true)
        case 0: try self.init(path: path, isTrack: false)
        case S_IFREG: try self.init(path: Self.resolved(path), isTrack: false)
        case S_IFDIR: throw TrackError(SystemCallError("open", EISDIR), path: path)
        default: throw TrackError(SystemCallError("open", ENXIO), path: path)
        }
    }

    /// `isTrack`: it belongs to whoever the directory belongs to, and has a track's mode.
    init(path: String, isTrack: Bool) throws(TrackError) {
        self.path = path
        isOwned = true
        var number: UInt32 = 0
        while true {
            let name = "\(path).\(getpid()).\(number).new"
            let made = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if made >= 0 {
                descriptor = made
                temporary = name
                if isTrack { Self.adopt(made, directory: Self.directory(of: path)) }
                return
            }
            let failure = errno
            if failure == EINTR { continue }
            guard failure == EEXIST, number < 100 else {
                descriptor = -1
                temporary = nil
                isOpen = false
                throw TrackError(SystemCallError("open", failure), path: path)
            }
            number += 1
        }
    }

    /// A descriptor that stays the caller's, such as standard output; `name` is for errors.
    public convenience init(descriptor: Int32, name: String) {
        self.init(descriptor: descriptor, name: name, isOwned: false)
    }

    private init(descriptor: Int32, name: String, isOwned: Bool) {
        path = name
        temporary = nil
        self.descriptor = descriptor
        self.isOwned = isOwned
    }

    deinit {
        guard isOwned, isOpen else { return }
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    /// Writes all of it. Throws where nothing more is taken: ``TrackError/Code/closed`` where a reader went away.
    public func write(_ bytes: [UInt8]) throws(TrackError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count > 0 {
                done += count
            } else if errno == EPIPE {
                throw TrackError(.closed, path: path, underlying: SystemCallError("write", EPIPE))
            } else if errno != EINTR {
                throw TrackError(SystemCallError("write", errno), path: path)
            }
        }
    }

    /// Brings a file to the disk and to its name. `replacing`: whatever bears that name gives way; else `EEXIST` is thrown
    /// where something does. A descriptor, a device and a pipe need no commit.
    public func commit(replacing: Bool = true) throws(TrackError) {
        try commit(as: path, replacing: replacing)
    }

    /// The same under another name of the same directory.
    func commit(as path: String, replacing: Bool) throws(TrackError) {
        guard let temporary, isOpen else { return }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw TrackError(SystemCallError("fsync", errno), path: path)
        }
        if replacing {
            guard rename(temporary, path) == 0 else { throw TrackError(SystemCallError("rename", errno), path: path) }
        } else {
            // A link is never made over a name that is there.
            guard link(temporary, path) == 0 else { throw TrackError(SystemCallError("link", errno), path: path) }
            unlink(temporary)
        }
        isOpen = false
        close(descriptor)
        // The file is whole by now; a file system that cannot sync names is no reason to fail.
        try? SystemFileSystem().synchronizeDirectory(Self.directory(of: path))
    }

    /// The file behind links.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    /// An administrator who imports leaves no file that the daemon may not touch. Where it cannot be done, it need not be.
    private static func adopt(_ descriptor: Int32, directory: String) {
        _ = fchmod(descriptor, 0o640)
        var status = stat()
        if geteuid() == 0, stat(directory, &status) == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    }
}
