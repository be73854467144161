internal import Glibc

/// The system calls that keeping files needs, so that a test can be the disk.
///
/// All of them may block for as long as the disk likes; all but ``close(_:)`` throw what the kernel said.
public protocol FileSystem: Sendable {
    /// Opens a regular file that is there for reading, and for appending (`O_APPEND`): every write goes to its end.
    func openForAppending(_ path: String) throws(SystemCallError) -> Int32

    /// Makes a file that is not there (`EEXIST` otherwise) and opens it as ``openForAppending(_:)`` does. It gets the
    /// permissions of `mode` (0600, 0640) whatever the umask; `nil` for 0666 without those of the umask.
    func create(_ path: String, mode: UInt32?) throws(SystemCallError) -> Int32

    /// Opens a file that is there for reading.
    func openForReading(_ path: String) throws(SystemCallError) -> Int32

    /// Lets go of a descriptor.
    func close(_ descriptor: Int32)

    /// Writes to the end; returns how many bytes were taken, which may be fewer.
    func append(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemCallError) -> Int

    /// Writes all bytes over those that stand at `offset`.
    func overwrite(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, in descriptor: Int32) throws(SystemCallError)

    /// Reads from `offset`; returns how many bytes came, 0 at the end.
    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, from descriptor: Int32
    ) throws(SystemCallError) -> Int

    /// Cuts the file to a length.
    func truncate(_ descriptor: Int32, to length: Int64) throws(SystemCallError)

    /// Waits until the file's data are on the disk (`fdatasync`).
    func synchronize(_ descriptor: Int32) throws(SystemCallError)

    /// Waits until the names in a directory are on the disk (`fsync`).
    func synchronizeDirectory(_ path: String) throws(SystemCallError)

    /// What an open file is.
    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus

    /// What bears a name; of a link, the link itself.
    func status(at path: String) throws(SystemCallError) -> FileStatus

    /// The names in a directory, in any order.
    func names(in directory: String) throws(SystemCallError) -> [String]

    /// Makes a directory, mode 0750.
    func makeDirectory(_ path: String) throws(SystemCallError)

    /// Where a link points to.
    func destination(ofLink path: String) throws(SystemCallError) -> String

    /// Makes a link that is not there.
    func makeLink(_ path: String, to destination: String) throws(SystemCallError)

    /// Gives a file another name, in place of what bears that.
    func rename(_ path: String, to newPath: String) throws(SystemCallError)

    /// Gives a file a second name, which must not be there (`EEXIST` otherwise).
    func addName(_ newPath: String, to path: String) throws(SystemCallError)

    /// Removes a name that is no directory's.
    func remove(_ path: String) throws(SystemCallError)

    /// Takes the lock of an open file (`flock`), which ends with the descriptor or the process; false where another has it.
    func lock(_ descriptor: Int32) throws(SystemCallError) -> Bool
}

extension FileSystem {
    /// Writes all bytes to the end.
    package func appendAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCallError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
            var done = 0
            while done < bytes.count {
                let count = try append(UnsafeBufferPointer(rebasing: bytes[done...]), to: descriptor)
                // Endless otherwise.
                guard count > 0 else { throw SystemCallError("write", EIO) }
                done += count
            }
        }
    }

    /// Waits until the names in a directory are on the disk, on file systems that can do that.
    package func synchronizeNames(in directory: String) throws(SystemCallError) {
        do throws(SystemCallError) {
            try synchronizeDirectory(directory)
        } catch {
            guard [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(error.number) else { throw error }
        }
    }

    /// Makes a link, in place of what bears its name, in one step. `temporary` is a name in the same directory; what
    /// bears that is removed.
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
