internal import Glibc
internal import SystemSupport
public import Tracks

/// The destination of an export: a file that appears only when complete, a device or a pipe, or an open descriptor.
///
/// A file is written beside its destination under another name, and ``commit(replacing:)`` renames it in one step.
/// Without a commit no new file remains, and an existing one stays unchanged.
public final class ExportDestination {
    private enum Target {
        /// A file that does not have its final name yet.
        case replacement(FileReplacement)
        /// A device or a pipe, closed at the end.
        case device(Int32)
        /// A descriptor that the caller owns.
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

    /// Creates a new file or replaces an existing one, whose permissions stay. If the path is a link to a file, that
    /// file is replaced and not the link. A device or a pipe is written to: naming `/dev/null` must not replace it.
    /// Throws the error that prevents this.
    public convenience init(path: String) throws(TrackError) {
        var status = stat()
        // A missing file has no type.
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
        switch kind {
        case S_IFCHR, S_IFIFO:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw TrackError(SystemCallError("open", errno), path: path) }
            self.init(.device(descriptor), path: path)
        case 0: try self.init(path: path, isTrack: false)
        case S_IFREG: try self.init(path: Self.resolved(path), isTrack: false, mode: status.st_mode & 0o777)
        case S_IFDIR: throw TrackError(SystemCallError("open", EISDIR), path: path)
        default: throw TrackError(SystemCallError("open", ENXIO), path: path)
        }
    }

    /// `isTrack`: the file gets the owner of its directory and the mode of a track; otherwise `mode`, or that of a new
    /// file.
    convenience init(path: String, isTrack: Bool, mode: UInt32? = nil) throws(TrackError) {
        let file: FileReplacement
        do throws(SystemCallError) {
            file = try FileReplacement(of: path, mode: isTrack ? 0o640 : mode)
        } catch {
            throw TrackError(error, path: path)
        }
        if isTrack { Self.giveToOwner(of: FileReplacement.directory(of: path), file.descriptor) }
        self.init(.replacement(file), path: path)
    }

    /// Creates a destination from a descriptor that the caller owns, such as standard output; errors contain `name`.
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

    /// Writes all bytes. Throws if they are not accepted: ``TrackError/Code/closed`` if the reader closed its end.
    public func write(_ bytes: [UInt8]) throws(TrackError) {
        do throws(SystemCallError) {
            try SystemFileSystem().appendAll(bytes, to: target.descriptor)
        } catch {
            guard error.number != EPIPE else { throw TrackError(.closed, path: path, underlying: error) }
            throw TrackError(error, path: path)
        }
    }

    /// Syncs the file and gives it its final name. With `replacing`, an existing file of that name is replaced; without
    /// it, `EEXIST` is thrown. A descriptor, a device and a pipe need no commit.
    public func commit(replacing: Bool = true) throws(TrackError) {
        try commit(as: path, replacing: replacing)
    }

    /// The same, under another name in the same directory.
    func commit(as path: String, replacing: Bool) throws(TrackError) {
        guard case .replacement(let file) = target else { return }
        do throws(SystemCallError) {
            try file.commit(as: path, isReplacing: replacing, synchronizing: .content)
        } catch {
            throw TrackError(error, path: path)
        }
        // The file is complete by now; a disk that cannot sync names is not a reason to fail.
        try? SystemFileSystem().synchronizeNames(in: FileReplacement.directory(of: path))
    }

    /// The file that links lead to.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// Gives the file to the owner of the directory, so that the daemon can use what an administrator imports. If that
    /// fails, the import continues.
    private static func giveToOwner(of directory: String, _ descriptor: Int32) {
        var status = stat()
        if geteuid() == 0, stat(directory, &status) == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    }
}
