import Glibc
import SystemSupport

/// A Unix socket that takes one event a connection, as a unit of systemd's with `Accept=yes` does, and does with it
/// what a test says.
package final class HookSocket: Sendable {
    /// What becomes of a connection.
    package enum Script: Sendable {
        /// Read to its end, answered, and closed.
        case read(answer: String = "")
        /// Closed with the line unread, as by systemd if the unit does not start.
        case leave
        /// Closed at once, before or after the line comes.
        case slam
        /// Read and kept open.
        case hang
    }

    /// Where it listens.
    package let path: String
    /// The lines that were read, in order, without their ends.
    package let lines = Watched<[String]>([])
    /// Connections that were accepted.
    package let connections = Watched<Int>(0)
    private let script = Locked(Script.read())
    private let listener: Int32
    private let kept = Locked<[Int32]>([])

    /// Listens at a path that nothing bears.
    package init(at path: String) throws {
        self.path = path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard let address = UnixAddress(path), address.withPointer({ bind(listener, $0, $1) }) == 0,
            listen(listener, 64) == 0
        else { throw SystemCallError("bind", errno) }
        // The thread keeps this until it listens no more.
        _ = try ExecutorThread(named: "hook").run { self.serve() }
    }

    /// What becomes of the next connections.
    package func play(_ script: Script) {
        self.script.withLock { $0 = script }
    }

    /// Closes the connections that are kept open.
    package func letGo() {
        kept.withLock { kept in
            for descriptor in kept { close(descriptor) }
            kept = []
        }
    }

    /// Listens no more, and leaves nothing behind.
    package func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        letGo()
        unlink(path)
    }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR { continue }
                break
            }
            connections.change { $0 += 1 }
            take(connection)
        }
        close(listener)
    }

    private func take(_ connection: Int32) {
        switch script.withLock(\.self) {
        case .slam: close(connection)
        case .leave:
            // Once the line is there: what is closed unread before would break the writer, which is another case.
            var ready = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            _ = poll(&ready, 1, -1)
            close(connection)
        case .read(let answer):
            note(connection)
            _ = Array(answer.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            close(connection)
        case .hang:
            kept.withLock { $0.append(connection) }
            note(connection)
        }
    }

    private func note(_ connection: Int32) {
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(connection, &part, part.count)
            if count <= 0 { break }
            text += part[..<count]
        }
        let read = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        lines.change { $0 += read }
    }
}
