internal import CLinux
internal import Glibc

/// The kernel's file system.
public struct SystemFileSystem: FileSystem {
    /// The kernel's file system.
    public init() {}

    /// `open` with `O_RDWR | O_APPEND`.
    public func openForAppending(_ path: String) throws(SystemCallError) -> Int32 {
        try open(path, O_RDWR | O_APPEND)
    }

    /// `open` with `O_CREAT | O_EXCL` as well.
    public func create(_ path: String, mode: UInt32?) throws(SystemCallError) -> Int32 {
        let descriptor = try open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, mode: mode ?? 0o666)
        // Whatever the umask. A file system without modes refuses, and needs none.
        if let mode { _ = fchmod(descriptor, mode) }
        return descriptor
    }

    /// `open` with `O_RDONLY`.
    public func openForReading(_ path: String) throws(SystemCallError) -> Int32 {
        try open(path, O_RDONLY)
    }

    // O_NONBLOCK: a pipe with that name must not block us. It has no effect on a regular file.
    private func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(SystemCallError) -> Int32 {
        try call("open") { Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode) }
    }

    /// `close`, and before it the end of a lock: a program that is just being started has the descriptor until it runs,
    /// and would keep it.
    public func close(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        // Not repeated on EINTR: Linux has closed the descriptor by then.
        _ = Glibc.close(descriptor)
    }

    /// One `write`.
    public func append(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemCallError) -> Int {
        try call("write") { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }

    /// `pwrite` until all is written.
    public func overwrite(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, in descriptor: Int32
    ) throws(SystemCallError) {
        // On Linux pwrite appends while O_APPEND is set, whatever its offset.
        let flags = try call("fcntl") { fcntl(descriptor, F_GETFL) }
        _ = try call("fcntl") { fcntl(descriptor, F_SETFL, flags & ~O_APPEND) }
        var failure: SystemCallError?
        do throws(SystemCallError) {
            var done = 0
            while done < bytes.count {
                let rest = UnsafeBufferPointer<UInt8>(rebasing: bytes[done...])
                let count = try call("pwrite") {
                    pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + done)
                }
                guard count > 0 else { throw SystemCallError("pwrite", EIO) }
                done += count
            }
        } catch {
            failure = error
        }
        _ = try call("fcntl") { fcntl(descriptor, F_SETFL, flags | O_APPEND) }
        if let failure { throw failure }
    }

    /// One `pread`.
    public func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, from descriptor: Int32
    ) throws(SystemCallError) -> Int {
        try call("pread") { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// `ftruncate`.
    public func truncate(_ descriptor: Int32, to length: Int64) throws(SystemCallError) {
        _ = try call("ftruncate") { ftruncate(descriptor, off_t(length)) }
    }

    /// `fdatasync`.
    public func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        _ = try call("fdatasync") { fdatasync(descriptor) }
    }

    /// `fsync` of the directory.
    public func synchronizeDirectory(_ path: String) throws(SystemCallError) {
        let descriptor = try call("open") { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(descriptor) }
        _ = try call("fsync") { fsync(descriptor) }
    }

    /// `fstat`.
    public func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        var answer = stat()
        _ = try call("fstat") { fstat(descriptor, &answer) }
        return FileStatus(answer)
    }

    /// `lstat`.
    public func status(at path: String) throws(SystemCallError) -> FileStatus {
        var answer = stat()
        _ = try call("lstat") { lstat(path, &answer) }
        return FileStatus(answer)
    }

    /// inotify, on the file itself: what happens beside it is not its business. A removed name is one link less.
    public func watchName(of path: String) -> Int32? {
        try? DirectoryEvents.watch(path, IN_MOVE_SELF | IN_ATTRIB | IN_DELETE_SELF | IN_DONT_FOLLOW)
    }

    /// Reads the events of inotify. Any event counts, and any error other than `EAGAIN`.
    public func hasChangedName(_ watch: Int32) -> Bool {
        var events = (inotify_event(), inotify_event(), inotify_event(), inotify_event())
        let count = withUnsafeMutableBytes(of: &events) { Glibc.read(watch, $0.baseAddress, $0.count) }
        return count >= 0 || errno != EAGAIN
    }

    /// `readdir`, without `.` and `..` and names that are not UTF-8.
    public func names(in directory: String) throws(SystemCallError) -> [String] {
        guard let stream = opendir(directory) else { throw SystemCallError("opendir", errno) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemCallError("readdir", errno) }
        return names
    }

    /// `mkdir`, mode 0750 whatever the umask.
    public func makeDirectory(_ path: String) throws(SystemCallError) {
        _ = try call("mkdir") { mkdir(path, 0o750) }
        _ = chmod(path, 0o750)
    }

    /// `readlink`.
    public func destination(ofLink path: String) throws(SystemCallError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try call("readlink") { readlink(path, &buffer, buffer.count) }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// `symlink`.
    public func makeLink(_ path: String, to destination: String) throws(SystemCallError) {
        _ = try call("symlink") { symlink(destination, path) }
    }

    /// `rename`.
    public func rename(_ path: String, to newPath: String) throws(SystemCallError) {
        _ = try call("rename") { Glibc.rename(path, newPath) }
    }

    /// `renameat2`, which FAT knows too; `link` on the file systems without it, such as those of a network.
    public func renameExclusively(_ path: String, to newPath: String) throws(SystemCallError) {
        do throws(SystemCallError) {
            _ = try call("rename") { clinux_rename_exclusively(path, newPath) }
        } catch {
            guard error.number == EINVAL || error.number == ENOSYS else { throw error }
            _ = try call("link") { Glibc.link(path, newPath) }
            unlink(path)
        }
    }

    /// `unlink`.
    public func remove(_ path: String) throws(SystemCallError) {
        _ = try call("unlink") { unlink(path) }
    }

    /// `flock`, exclusive, without waiting.
    public func lock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            _ = try call("flock") { flock(descriptor, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Repeats a call that a signal interrupted, and throws any other failure.
    private func call<Result: SignedInteger>(
        _ name: String, _ body: () -> Result
    ) throws(SystemCallError) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw SystemCallError(name, number) }
        }
    }
}

extension FileStatus {
    fileprivate init(_ answer: stat) {
        let kind: Kind =
            switch answer.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        self.init(
            kind: kind, identity: Identity(device: UInt64(answer.st_dev), inode: UInt64(answer.st_ino)),
            size: Int64(answer.st_size),
            modified: Int64(answer.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(answer.st_mtim.tv_nsec))
    }
}
