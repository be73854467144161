internal import Glibc
package import Tracks

/// Tells which track files of a directory are written to, through inotify.
package final class DirectoryWatch {
    /// What happened since the last time.
    package struct Changes: Sendable, Hashable {
        /// Files that were written to.
        package var written: Set<TrackFileName> = []
        /// Whether names came or went, or too much happened to tell.
        package var needsRescan = false
    }

    /// Readable when something happened.
    package let descriptor: Int32

    /// Watches a directory; `nil` if it is not there, or the system has no watch left.
    package init?(_ directory: String) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let mask =
            IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        guard inotify_add_watch(descriptor, directory, UInt32(mask)) >= 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the watched directory itself is gone: make another watch.
    package private(set) var isOver = false

    /// Takes what happened.
    package func read() -> Changes {
        var changes = Changes()
        let size = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let bytes = buffer[(offset + size)..<min(offset + size + Int(event.len), count)].prefix { $0 != 0 }
                    take(event.mask, String(decoding: bytes, as: UTF8.self), into: &changes)
                    offset += size + Int(event.len)
                }
            }
        }
        return changes
    }

    private func take(_ mask: UInt32, _ name: String, into changes: inout Changes) {
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { isOver = true }
        if mask & UInt32(IN_MODIFY) != 0, let file = TrackFileName(name) {
            changes.written.insert(file)
        } else if mask & UInt32(IN_MODIFY) == 0 {
            changes.needsRescan = true
        }
    }
}
