internal import Glibc

/// A file that must survive a restart, in a directory of one user: complete or missing, never partial.
///
/// Unreadable content is never lost when the file is replaced: it is renamed first.
package struct DurableFile: Sendable {
    /// The result of reading it.
    package enum Finding: Sendable {
        case content([UInt8])
        /// The file does not exist.
        case none
        /// It exists, and cannot be read.
        case unreadable(BoundedFile.Failure)
    }

    package static let maximumBytes = 64 << 20

    private let directory: String
    private let name: String
    /// It exists and could not be read.
    package private(set) var isUnreadable = false

    /// A file with a name, in a directory that is created when the file is first written.
    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    package var path: String { "\(directory)/\(name)" }
    /// The path to which an unreadable file is renamed before it is replaced.
    package var unreadablePath: String { path + ".unreadable" }
    /// The path to which ``setAside()`` renames it.
    package var damagedPath: String { path + ".damaged" }

    /// Reads it; this returns whatever exists there.
    package mutating func read() -> Finding {
        do throws(BoundedFile.Failure) {
            let content = try BoundedFile.contents(of: path, limit: Self.maximumBytes)
            isUnreadable = false
            return .content(content)
        } catch {
            isUnreadable = !error.isMissing
            return isUnreadable ? .unreadable(error) : .none
        }
    }

    /// Replaces it atomically. The previous file is renamed if it could not be read.
    ///
    /// - Parameter synchronization: What must be on the disk before this returns.
    package mutating func replace(
        with content: [UInt8], synchronizing synchronization: FileReplacement.Synchronization = [.content, .name]
    ) throws(SystemCallError) {
        try setUnreadableAside()
        try Self.makeDirectories(directory)
        let file = try FileReplacement(of: path, mode: 0o600, through: path + ".new")
        try file.append(content)
        try file.commit(synchronizing: synchronization)
    }

    /// Renames a file whose content is invalid, for later inspection; false if that is not possible.
    @discardableResult
    package func setAside() -> Bool {
        (try? SystemFileSystem().rename(path, to: damagedPath)) != nil
    }

    /// Removes it, or renames it if it could not be read. A power cut does not bring it back.
    package mutating func remove() throws(SystemCallError) {
        try setUnreadableAside()
        do throws(SystemCallError) {
            try SystemFileSystem().remove(path)
            try SystemFileSystem().synchronizeNames(in: directory)
        } catch {
            guard error.isMissing else { throw error }
        }
    }

    private mutating func setUnreadableAside() throws(SystemCallError) {
        guard isUnreadable else { return }
        do throws(SystemCallError) {
            try SystemFileSystem().rename(path, to: unreadablePath)
        } catch {
            guard error.isMissing else { throw error }
        }
        isUnreadable = false
    }

    /// Creates a directory, and missing ones above it, for this user alone.
    private static func makeDirectories(_ path: String) throws(SystemCallError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST: return
        case ENOENT where path.contains("/"):
            try makeDirectories(FileReplacement.directory(of: path))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemCallError("mkdir", errno) }
        case let number: throw SystemCallError("mkdir", number)
        }
    }
}
