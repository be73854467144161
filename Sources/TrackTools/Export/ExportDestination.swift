internal import Glibc
internal import SystemSupport
public import Tracks

/// Where an export goes: a file that is there only once it is complete, a device or a pipe, or an open descriptor.
///
/// A file is written under another name beside its own, and takes its place in one step by ``commit(replacing:)``. What
/// is not committed leaves nothing behind, and what stood there stays.
public final class ExportDestination {
    private enum Target {
        /// A file that is not at its name yet.
        case replacement(FileReplacement)
        /// A device or a pipe, closed at the end.
        case device(Int32)
        /// A descriptor that stays the caller's.
        case descriptor(Int32)

        var descriptor: Int32 {
            switch self {
            case .replacement(let file): file.descriptor
            case .device(let descriptor), .descriptor(let descriptor): descriptor
            }
        }
    }

    private let path: String
    private let target: Target

    /// A file that does not exist yet, or that is to be replaced; if a link points to one, that file and not the link.
    /// A device or a pipe is written into: nobody who names `/dev/null` wants a file in its place. Throws what keeps it
    /// from being made.
    public convenience init(path: String) throws(TrackError) {
        var status = stat()
        // What is not there has no kind.
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
        switch kind {
        case S_IFCHR, S_IFIFO:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw TrackError(SystemCallError("open", errno), path: path) }
            self.init(.device(descriptor), path: path)
        case 0: try self.init(path: path, isTrack: false)
        case S_IFREG: try self.init(path: Self.resolved(path), isTrack: false)
        case S_IFDIR: throw TrackError(SystemCallError("open", EISDIR), path: path)
        default: throw TrackError(SystemCallError("open", ENXIO), path: path)
        }
    }

    /// `isTrack`: it belongs to whoever the directory belongs to, and has a track's mode.
    convenience init(path: String, isTrack: Bool) throws(TrackError) {
        let file: FileReplacement
        do throws(SystemCallError) {
            file = try FileReplacement(of: path, mode: isTrack ? 0o640 : nil)
        } catch {
            throw TrackError(error, path: path)
        }
        if isTrack { Self.giveToOwner(of: FileReplacement.directory(of: path), file.descriptor) }
        self.init(.replacement(file), path: path)
    }

    /// A descriptor that stays the caller's, such as standard output; `name` is for errors.
    public convenience init(descriptor: Int32, name: String) {
        self.init(.descriptor(descriptor), path: name)
    }

    private init(_ target: Target, path: String) {
        self.target = target
        self.path = path
    }

    deinit {
        if case .device(let descriptor) = target { close(descriptor) }
    }

    /// Writes all of it. Throws where nothing more is taken: ``TrackError/Code/closed`` where a reader went away.
    public func write(_ bytes: [UInt8]) throws(TrackError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(target.descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
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
        guard case .replacement(let file) = target else { return }
        do throws(SystemCallError) {
            try file.commit(as: path, isReplacing: replacing, synchronizing: .content)
        } catch {
            throw TrackError(error, path: path)
        }
        // The file is whole by now; a disk that cannot sync names is no reason to fail.
        try? SystemFileSystem().synchronizeNames(in: FileReplacement.directory(of: path))
    }

    /// The file behind links.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// An administrator who imports leaves no file that the daemon may not touch. If it cannot be done, it need not be.
    private static func giveToOwner(of directory: String, _ descriptor: Int32) {
        var status = stat()
        if geteuid() == 0, stat(directory, &status) == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    }
}
