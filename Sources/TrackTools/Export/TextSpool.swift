internal import Glibc
internal import SystemSupport
internal import Tracks

/// Text that must wait until what comes before it is known: in memory, and beyond some megabytes in a file without a name.
final class TextSpool {
    private static let memory = 8 << 20

    private var bytes: [UInt8] = []
    private var descriptor: Int32 = -1

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends text.
    func append(_ more: [UInt8]) throws(TrackError) {
        bytes += more
        guard bytes.count > Self.memory else { return }
        if descriptor < 0 { try open() }
        try ExportDestination(descriptor: descriptor, name: "temporary file").write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes all of it, once.
    func copy(to destination: ExportDestination) throws(TrackError) {
        if descriptor >= 0 {
            var offset: off_t = 0
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = pread(descriptor, &buffer, buffer.count, offset)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw TrackError(SystemCallError("read", errno), path: "temporary file") }
                if count == 0 { break }
                try destination.write(Array(buffer[..<count]))
                offset += off_t(count)
            }
        }
        try destination.write(bytes)
    }

    private func open() throws(TrackError) {
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(directory)/locd-export-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw TrackError(SystemCallError("open", errno), path: directory) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
    }
}
