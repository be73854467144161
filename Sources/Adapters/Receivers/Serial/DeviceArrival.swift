import Glibc
import SystemSupport

/// Notices that a device is plugged in: its file appears.
struct DeviceArrival: ~Copyable {
    private let events: DirectoryEvents

    /// Becomes readable when something changes in the directory of the file, or in the nearest directory above it that
    /// exists.
    var descriptor: Int32 { events.descriptor }

    var hasChanged: Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }

    /// Returns `nil` if the file exists, even as a link to nothing, or if the system has no watch left.
    init?(of path: String) {
        guard let events = Self.nearest(to: path[...]) else { return nil }
        // It may have appeared before the watch. A link to a missing file is there, too: its file appears elsewhere.
        var status = stat()
        if lstat(path, &status) == 0 { return nil }
        self.events = events
    }

    private static func nearest(to path: Substring) -> DirectoryEvents? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let directory = path[..<slash]
        do throws(SystemCallError) {
            return try DirectoryEvents(
                of: directory.isEmpty ? "/" : String(directory), IN_CREATE | IN_MOVED_TO | IN_ATTRIB)
        } catch {
            return error.number == ENOENT ? nearest(to: directory) : nil
        }
    }
}
