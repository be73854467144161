internal import Glibc

/// A file that must survive a restart, in a directory that is one user's alone: whole or not there, never a part.
///
/// What is in it and cannot be read is never lost with what takes its place: it is put aside first.
package struct DurableFile: Sendable {
    /// What was found of it.
    package enum Finding: Sendable {
        case content([UInt8])
        /// There is no such file.
        case none
        /// It is there, and cannot be read.
        case unreadable(BoundedFile.Failure)
    }

    /// The most bytes that are read.
    package static let maximumBytes = 64 << 20

    private let directory: String
    private let name: String
    /// It is there and could not be read.
    package private(set) var isUnreadable = false

    /// A file of a name, below a directory that is made when it is first written.
    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// Where it is.
    package var path: String { "\(directory)/\(name)" }
    /// Where one that could not be read is put, when something takes its place.
    package var unreadablePath: String { path + ".unreadable" }
    /// Where ``setAside()`` puts it.
    package var damagedPath: String { path + ".damaged" }

    /// Reads it; whatever is there, this returns.
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

    /// Writes it at one stroke, in place of the one before, which is put aside if it could not be read.
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

    /// Puts a file whose content cannot be used out of the way, for whoever wants to know why; false if that is not possible.
    @discardableResult
    package func setAside() -> Bool {
        (try? SystemFileSystem().rename(path, to: damagedPath)) != nil
    }

    /// Removes it, or puts it aside if it could not be read.
    package mutating func remove() throws(SystemCallError) {
        try setUnreadableAside()
        try? SystemFileSystem().remove(path)
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

    /// Makes a directory, and those above it that are not there, for this user alone.
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
