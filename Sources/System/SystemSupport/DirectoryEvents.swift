internal import Glibc

/// What happens in a directory, through inotify: a descriptor to poll, and the events behind it.
package struct DirectoryEvents: ~Copyable {
    /// Readable when something happened.
    package let descriptor: Int32

    /// Watches a directory.
    /// - Parameter mask: The events, such as `IN_CREATE | IN_DELETE`.
    /// - Throws: `SystemCallError` if there is no such directory, or the system has no watch left.
    package init(of directory: String, _ mask: Int32) throws(SystemCallError) {
        descriptor = try Self.watch(directory, mask | IN_ONLYDIR)
    }

    /// A descriptor of inotify, which never waits, with one watch: of a directory or of any other file.
    static func watch(_ path: String, _ mask: Int32) throws(SystemCallError) -> Int32 {
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard watch >= 0 else { throw SystemCallError("inotify_init1", errno) }
        guard inotify_add_watch(watch, path, UInt32(mask)) >= 0 else {
            let code = errno
            close(watch)
            throw SystemCallError("inotify_add_watch", code)
        }
        return watch
    }

    deinit { close(descriptor) }

    /// Takes what happened, in order; returns immediately.
    /// - Parameter take: Gets the bits of an event, and the name of its file: empty for the directory itself.
    package func takeAll(_ take: (UInt32, String) -> Void) {
        let size = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let bytes = buffer[(offset + size)..<min(offset + size + Int(event.len), count)].prefix { $0 != 0 }
                    take(event.mask, String(decoding: bytes, as: UTF8.self))
                    offset += size + Int(event.len)
                }
            }
        }
    }
}
