import Glibc
import SystemSupport

/// Writes epochs to a file or to standard output, as fast as possible.
public enum EpochFile {
    /// The number of bytes that are collected before a write.
    private static let block = 1 << 16
    /// The number of bytes that a pipe accepts without blocking once `poll` reports it as writable (PIPE_BUF).
    private static let piece = 4096

    /// Writes all epochs of `source` to `path` (`-`: standard output), until the descriptor `stop` becomes readable
    /// (-1: never). Returns the number of epochs written; throws `.cannotWrite`.
    public static func write(_ source: any EpochSource, to path: String, stop: Int32) throws(SimulationError) -> Int {
        let descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        var source = source
        var bytes: [UInt8] = []
        var count = 0
        do throws(SimulationError) {
            while let epoch = source.nextEpoch() {
                bytes.append(contentsOf: epoch.bytes)
                count += 1
                guard bytes.count >= block else { continue }
                try writeAll(bytes, to: descriptor, path: path, stop: stop)
                bytes.removeAll(keepingCapacity: true)
                if isReadable(stop) { break }
            }
            try writeAll(bytes, to: descriptor, path: path, stop: stop)
        } catch {
            if path != "-" { close(descriptor) }
            throw error
        }
        // A full disk may report it only now.
        if path != "-", close(descriptor) != 0 { throw failure(path) }
        return count
    }

    private static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, path: String, stop: Int32
    ) throws(SimulationError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A signal can arrive on any thread, not only on the one that writes: so wait where the stop is noticed,
            // too.
            var watched = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&watched, nfds_t(watched.count), -1) >= 0 || errno == EINTR else { throw failure(path) }
            if watched[0].revents == 0 {
                if watched[1].revents != 0 { return }
                continue
            }
            let count = rest.prefix(piece).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR || errno == EAGAIN else { throw failure(path) }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0
    }

    private static func failure(_ path: String) -> SimulationError {
        let name = path == "-" ? "standard output" : path
        return SimulationError(
            .cannotWrite, "\(name) cannot be written; check the free space and the permissions",
            cause: SystemCallError.message(of: errno))
    }
}
