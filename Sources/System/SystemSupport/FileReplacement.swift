internal import Glibc

/// A file that gets its name in one step, once it is complete: readers see the old file, or all of the new one.
///
/// It is written under a temporary name in the same directory. Without a commit, nothing of it remains.
package final class FileReplacement {
    /// What ``commit(as:isReplacing:synchronizing:)`` syncs to disk before it returns.
    package struct Synchronization: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The content, before it gets its name: otherwise a power cut may leave an empty file with that name.
        package static let content = Synchronization(rawValue: 1)
        /// The name: otherwise a power cut may leave the previous file.
        package static let name = Synchronization(rawValue: 2)
    }

    /// The open file, at its temporary name.
    package let descriptor: Int32
    private let path: String
    private let temporary: String
    private let fileSystem: any FileSystem
    private var isOpen = true
    private var isCommitted = false

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - path: The file to replace, or the new name.
    ///   - mode: Its permissions whatever the umask; `nil` for 0666 without those of the umask.
    ///   - temporary: The temporary name, for a file that only one process writes: one that an earlier run left is
    ///     removed. `nil` for a name that no other process uses.
    ///   - fileSystem: The disk.
    package init(
        of path: String, mode: UInt32? = nil, through temporary: String? = nil,
        fileSystem: any FileSystem = SystemFileSystem()
    ) throws(SystemCallError) {
        self.path = path
        self.fileSystem = fileSystem
        if let temporary {
            try? fileSystem.remove(temporary)
            self.temporary = temporary
            // A link that somebody created there meanwhile is not followed.
            descriptor = try fileSystem.create(temporary, mode: mode)
            return
        }
        (self.temporary, descriptor) = try Self.createUnique(path, mode, fileSystem)
    }

    deinit {
        discard()
    }

    package func append(_ bytes: [UInt8]) throws(SystemCallError) {
        try fileSystem.appendAll(bytes, to: descriptor)
    }

    /// Waits until its content is on the disk.
    package func synchronize() throws(SystemCallError) {
        do throws(SystemCallError) {
            try fileSystem.synchronize(descriptor)
        } catch {
            // A file system without this call is not asked again.
            guard error.number == EINVAL else { throw error }
        }
    }

    /// Gives it its name, and closes it. After an error it still has its temporary name, and may be committed again.
    /// Does nothing if it was committed or discarded.
    ///
    /// - Parameters:
    ///   - name: Another name in the same directory.
    ///   - isReplacing: Whether it replaces an existing file; otherwise an existing file is an error, `EEXIST`.
    ///   - synchronization: What must be on the disk.
    package func commit(
        as name: String? = nil, isReplacing: Bool = true, synchronizing synchronization: Synchronization
    ) throws(SystemCallError) {
        guard isOpen else { return }
        let name = name ?? path
        if synchronization.contains(.content) { try synchronize() }
        if isReplacing {
            try fileSystem.rename(temporary, to: name)
        } else {
            try fileSystem.renameExclusively(temporary, to: name)
        }
        isCommitted = true
        discard()
        if synchronization.contains(.name) { try fileSystem.synchronizeNames(in: Self.directory(of: name)) }
    }

    /// Closes it, and removes it unless it was committed.
    package func discard() {
        guard isOpen else { return }
        isOpen = false
        fileSystem.close(descriptor)
        if !isCommitted { try? fileSystem.remove(temporary) }
    }

    /// The directory that holds a name.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func createUnique(
        _ path: String, _ mode: UInt32?, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> (String, Int32) {
        for number in 0..<100 {
            let name = "\(path).\(getpid()).\(number).new"
            do throws(SystemCallError) {
                return (name, try fileSystem.create(name, mode: mode))
            } catch {
                guard error.number == EEXIST else { throw error }
            }
        }
        throw SystemCallError("open", EEXIST)
    }
}
