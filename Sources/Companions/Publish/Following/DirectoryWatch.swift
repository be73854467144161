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
    /// Whether the watched directory itself is gone: make another watch.
    package private(set) var isOver = false
    private let events: DirectoryEvents

    /// Watches a directory; `nil` if it is not there, or the system has no watch left.
    package init?(_ directory: String) {
        let mask = IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        guard let events = try? DirectoryEvents(of: directory, mask) else { return nil }
        self.events = events
    }

    /// Takes what happened.
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
        return changes
    }
}
