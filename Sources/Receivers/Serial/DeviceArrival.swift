import CLinux
import Glibc

/// Notices that a device is plugged in: its file appears.
struct DeviceArrival: ~Copyable {
    /// Becomes readable when something changes in the directory of the file, or in the nearest directory above it that
    /// exists.
    let descriptor: Int32

    /// Returns `nil` if the file exists, even as a link to nothing, or if the system has no watch left.
    init?(of path: String) {
        var directory = path[...]
        var watch: Int32 = -1
        repeat {
            guard let slash = directory.lastIndex(of: "/") else { return nil }
            directory = directory[..<slash]
            watch = clinux_watch_directory(directory.isEmpty ? "/" : String(directory))
        } while watch < 0 && errno == ENOENT
        guard watch >= 0 else { return nil }
        // It may have appeared before the watch. A link to a missing file is there, too: its file appears elsewhere.
        var status = stat()
        if lstat(path, &status) == 0 {
            close(watch)
            return nil
        }
        descriptor = watch
    }

    deinit {
        close(descriptor)
    }
}
