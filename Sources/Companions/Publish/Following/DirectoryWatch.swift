internal import Glibc
internal import SystemSupport
package import Tracks

/// Tells which track files of a directory are written to.
package final class DirectoryWatch {
    /// What happened since the last time.
    package struct Changes: Sendable, Hashable {
        /// Files that were written to.
        package var written: Set<TrackFileName> = []
        /// Whether names came or went, or too much happened to tell.
        package var needsRescan = false
    }

    /// Readable when something happened.
    package var descriptor: Int32 { events.descriptor }
    /// Whether the watched directory itself is gone, or another one has its name: make another watch.
    package private(set) var isOver = false
    private let path: String
    private let identity: FileStatus.Identity?
    private let events: DirectoryEvents

    /// Watches a directory; `nil` if it is not there, or the system has no watch left.
    package init?(_ directory: String) {
        // Before it is watched: if another one takes its name between the two, the watch is over.
        identity = Self.identity(of: directory)
        path = directory
        let mask = IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        guard let events = try? DirectoryEvents(of: directory, mask) else { return nil }
        self.events = events
    }

    private static func identity(of path: String) -> FileStatus.Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return FileStatus.Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Takes what happened. A mount over the directory or a directory above it that was moved is no event.
    package func read() -> Changes {
        var changes = Changes()
        events.takeAll { mask, name in
            if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { isOver = true }
            if mask & UInt32(IN_MODIFY) != 0, let file = TrackFileName(name) {
                changes.written.insert(file)
            } else if mask & UInt32(IN_MODIFY) == 0 {
                changes.needsRescan = true
            }
        }
        if Self.identity(of: path) != identity { isOver = true }
        return changes
    }
}
