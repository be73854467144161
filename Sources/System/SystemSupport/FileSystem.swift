internal import Glibc

/// The system calls for files, so that a test can simulate the disk.
///
/// All of them may block for as long as the disk does; all but ``close(_:)`` throw the kernel's error.
public protocol FileSystem: Sendable {
    /// Opens an existing regular file for reading, and for appending (`O_APPEND`): every write goes to its end.
    func openForAppending(_ path: String) throws(SystemCallError) -> Int32

    /// Creates a file (`EEXIST` if it exists) and opens it as ``openForAppending(_:)`` does. It gets the permissions of
    /// `mode` (0600, 0640) whatever the umask; `nil` for 0666 without those of the umask.
    func create(_ path: String, mode: UInt32?) throws(SystemCallError) -> Int32

    /// Opens an existing file for reading.
    func openForReading(_ path: String) throws(SystemCallError) -> Int32

    func close(_ descriptor: Int32)

    /// Writes to the end; returns the number of accepted bytes, which may be fewer.
    func append(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemCallError) -> Int

    /// Overwrites bytes at `offset` with all of these.
    func overwrite(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, in descriptor: Int32) throws(SystemCallError)

    /// Reads from `offset`; returns the number of bytes, 0 at the end.
    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, from descriptor: Int32
    ) throws(SystemCallError) -> Int

    /// Truncates the file to a length.
    func truncate(_ descriptor: Int32, to length: Int64) throws(SystemCallError)

    /// Waits until the file's data are on the disk (`fdatasync`).
    func synchronize(_ descriptor: Int32) throws(SystemCallError)

    /// Waits until the names in a directory are on the disk (`fsync`).
    func synchronizeDirectory(_ path: String) throws(SystemCallError)

    /// The status of an open file.
    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus

    /// The status of a name; for a link, that of the link itself.
    func status(at path: String) throws(SystemCallError) -> FileStatus

    /// Watches whether a file keeps its name: a descriptor for ``hasChangedName(_:)``. `nil` if the system has no watch
    /// left, or the file system cannot say.
    func watchName(of path: String) -> Int32?

    /// Whether the file of a watch may have been renamed, removed or replaced since the last call; never waits.
    func hasChangedName(_ watch: Int32) -> Bool

    /// The names in a directory, in any order.
    func names(in directory: String) throws(SystemCallError) -> [String]

    /// Creates a directory, mode 0750.
    func makeDirectory(_ path: String) throws(SystemCallError)

    /// The target of a link.
    func destination(ofLink path: String) throws(SystemCallError) -> String

    func makeLink(_ path: String, to destination: String) throws(SystemCallError)

    /// Renames a file, replacing any other with the new name.
    func rename(_ path: String, to newPath: String) throws(SystemCallError)

    /// Renames a file, unless the new name exists (`EEXIST`).
    func renameExclusively(_ path: String, to newPath: String) throws(SystemCallError)

    /// Removes a name that is not a directory.
    func remove(_ path: String) throws(SystemCallError)

    /// Takes the lock of an open file (`flock`), which ends with the descriptor or the process; false if another
    /// process has it.
    func lock(_ descriptor: Int32) throws(SystemCallError) -> Bool
}

extension FileSystem {
    /// Writes all bytes to the end.
    package func appendAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCallError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
            var done = 0
            while done < bytes.count {
                let count = try append(UnsafeBufferPointer(rebasing: bytes[done...]), to: descriptor)
                // Otherwise this would never end.
                guard count > 0 else { throw SystemCallError("write", EIO) }
                done += count
            }
        }
    }

    /// Waits until the names in a directory are on the disk, if the file system supports that.
    package func synchronizeNames(in directory: String) throws(SystemCallError) {
        do throws(SystemCallError) {
            try synchronizeDirectory(directory)
        } catch {
            guard [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(error.number) else { throw error }
        }
    }

    /// Creates a link, replacing any other with its name, in one step. `temporary` is a name in the same directory; a
    /// file with that name is removed.
    package func replaceLink(
        _ path: String, to destination: String, through temporary: String
    ) throws(SystemCallError) {
        try? remove(temporary)
        try makeLink(temporary, to: destination)
        do throws(SystemCallError) {
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
    }
}
