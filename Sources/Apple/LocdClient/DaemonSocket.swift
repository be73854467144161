internal import Dispatch
import Glibc
import LocdProtocol
import Synchronization

/// A connection to the daemon: a Unix domain stream socket, and the messages received over it.
///
/// It reads only when a caller requests a message, so a slow client slows the daemon down and its own memory does not
/// grow. One task may send while another one receives, but only one task each at a time.
package final class DaemonSocket: Sendable {
    /// The maximum length of one message in bytes: enough for a day of events, and not too much for a client's memory.
    static let maximumMessageLength = 16 << 20

    private enum Direction {
        case reading, writing
    }

    private struct State {
        var isClosed = false
        var hasTimedOut = false
        var reading: Waiting?
        var writing: Waiting?
    }

    /// Bytes that were read but not yet requested. Only the receiving task accesses it.
    private struct Inbox {
        var framing = VarlinkFraming(maximumMessageLength: maximumMessageLength)
        var messages: [[UInt8]] = []
        var next = 0
    }

    private let path: String
    private let descriptor: CInt
    private let state = Mutex(State())
    private let inbox = Mutex(Inbox())

    /// Connects, runs the body, and closes.
    /// - Parameters:
    ///   - timeout: After this duration, the connection fails with `timedOut`; `nil` for no limit.
    package static func with<Result: Sendable>(
        path: String, timeout: Duration?,
        _ body: (DaemonSocket) async throws(LocdClientError) -> Result
    ) async throws(LocdClientError) -> Result {
        let socket = try DaemonSocket(path: path)
        defer { socket.end() }
        let deadline = timeout.map { socket.limit(to: $0) }
        defer { deadline?.cancel() }
        return try await body(socket)
    }

    /// Connects. In the Unix domain this succeeds or fails immediately.
    init(path: String) throws(LocdClientError) {
        self.path = path
        // Child processes must not inherit the descriptor: the daemon would keep serving a client that is gone.
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw LocdClientError(systemError: errno, socketPath: path) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw LocdClientError(.notReachable, socketPath: path, cause: "the path is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw LocdClientError(systemError: errno, socketPath: path) }
    }

    /// Closes the descriptor; also called if `init` throws.
    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Closes the connection: tasks that wait on it resume and see that it is closed.
    func end() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return [state.reading, state.writing].compactMap(\.self)
        }
        shutdown(descriptor, CInt(SHUT_RDWR))
        for one in waiting { one.cancel() }
    }

    /// Makes operations on the connection fail with `timedOut` after `timeout`, unless the task is cancelled before.
    func limit(to timeout: Duration) -> Task<Void, Never> {
        Task { [weak self] in
            guard (try? await Task.sleep(for: timeout, clock: .suspending)) != nil else { return }
            self?.timeOut()
        }
    }

    private func timeOut() {
        let waiting = state.withLock { state in
            state.hasTimedOut = true
            return [state.reading, state.writing].compactMap(\.self)
        }
        for one in waiting { one.cancel() }
    }

    /// Sends all bytes, or as many as the daemon accepts: a daemon that refuses the connection sends the reason and
    /// closes, maybe before it has read anything, and its message can still be received.
    package func send(_ bytes: [UInt8]) async throws(LocdClientError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try check()
            if try write(&rest) == false { await wait(for: .writing) }
        }
    }

    /// Sends what the socket takes, and removes it from `rest`; all of it if the daemon closed.
    /// - Returns: False if the socket takes nothing now.
    private func write(_ rest: inout ArraySlice<UInt8>) throws(LocdClientError) -> Bool {
        let (count, reason) = rest.withUnsafeBytes {
            (Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)), errno)
        }
        if count >= 0 {
            rest = rest.dropFirst(count)
            return true
        }
        switch reason {
        case EAGAIN: return false
        case EINTR: return true
        case EPIPE, ECONNRESET:
            rest = []
            return true
        default: throw LocdClientError(systemError: reason, socketPath: path)
        }
    }

    /// Sends a call and returns the first message that follows, or `nil` if the daemon closed the connection. It blocks
    /// the calling thread, at most for `timeout`, and needs no other thread: a property that is read on the only thread
    /// of the pool gets its answer too.
    func exchange(_ bytes: [UInt8], within timeout: Duration) throws(LocdClientError) -> [UInt8]? {
        let deadline = DispatchTime.now() + (timeout / .seconds(1))
        var rest = bytes[...]
        while true {
            if !rest.isEmpty { _ = try write(&rest) }
            if try read() == 0 { return queued() }
            if let message = queued() { return message }
            let (now, end) = (DispatchTime.now().uptimeNanoseconds, deadline.uptimeNanoseconds)
            guard now < end else { throw LocdClientError(.timedOut, socketPath: path) }
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN | (rest.isEmpty ? 0 : POLLOUT)), revents: 0)
            poll(&interest, 1, CInt(clamping: (end - now) / 1_000_000 + 1))
        }
    }

    /// The next message, without its NUL; `nil` if the daemon closed the connection.
    package func receive() async throws(LocdClientError) -> [UInt8]? {
        while true {
            if let message = queued() { return message }
            try check()
            let count = try read()
            guard let count else {
                await wait(for: .reading)
                continue
            }
            guard count > 0 else { return nil }
        }
    }

    private func queued() -> [UInt8]? {
        inbox.withLock { inbox in
            guard inbox.next < inbox.messages.count else { return nil }
            defer {
                inbox.next += 1
                if inbox.next == inbox.messages.count { (inbox.messages, inbox.next) = ([], 0) }
            }
            return inbox.messages[inbox.next]
        }
    }

    /// Reads the available bytes and returns their number; `nil` if none are available yet.
    private func read() throws(LocdClientError) -> Int? {
        let (count, reason, isOverflowed) = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) {
            buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return (count, errno, false) }
            return inbox.withLock { inbox in
                inbox.messages += inbox.framing.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return (count, 0, inbox.framing.isOverflowed)
            }
        }
        if isOverflowed {
            throw LocdClientError(
                .unreadable, socketPath: path, cause: "a message has more than \(Self.maximumMessageLength) bytes")
        }
        if count >= 0 { return count }
        // The daemon closed without reading everything that was sent.
        if reason == ECONNRESET { return 0 }
        guard reason == EAGAIN || reason == EINTR else {
            throw LocdClientError(systemError: reason, socketPath: path)
        }
        return nil
    }

    private func check() throws(LocdClientError) {
        if Task.isCancelled { throw LocdClientError(.cancelled, socketPath: path) }
        let (hasTimedOut, isClosed) = state.withLock { ($0.hasTimedOut, $0.isClosed) }
        if hasTimedOut { throw LocdClientError(.timedOut, socketPath: path) }
        if isClosed { throw LocdClientError(.disconnected, socketPath: path) }
    }

    /// Returns when the socket is readable or writable, and also if the connection was closed or timed out, or the task
    /// was cancelled.
    private func wait(for direction: Direction) async {
        let waiting = Waiting(for: direction, on: descriptor)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The source retains this socket, so the descriptor stays open until the source has released it.
                waiting.start { [self] in
                    keep(nil, for: direction)
                    continuation.resume()
                }
                if keep(waiting, for: direction) { waiting.cancel() }
            }
        } onCancel: {
            waiting.cancel()
        }
    }

    /// Whether the connection is closed already.
    @discardableResult
    private func keep(_ waiting: Waiting?, for direction: Direction) -> Bool {
        state.withLock { state in
            switch direction {
            case .reading: state.reading = waiting
            case .writing: state.writing = waiting
            }
            return state.isClosed || state.hasTimedOut
        }
    }

    /// The queue of the event handlers, which only wake tasks.
    private static let queue = DispatchQueue(label: "locd.client")

    /// Waits once for a descriptor. Unchecked: a source is thread-safe, but is not marked Sendable on Linux.
    private struct Waiting: @unchecked Sendable {
        private let source: any DispatchSourceProtocol

        init(for direction: Direction, on descriptor: CInt) {
            source =
                switch direction {
                case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DaemonSocket.queue)
                case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: DaemonSocket.queue)
                }
        }

        /// `done` is called once, when the descriptor is ready or the wait was cancelled.
        func start(_ done: @escaping @Sendable () -> Void) {
            source.setEventHandler { cancel() }
            source.setCancelHandler(handler: done)
            source.activate()
        }

        func cancel() { source.cancel() }
    }
}

extension LocdClientError {
    /// Translates a system error into a client error.
    init(systemError number: CInt, socketPath: String) {
        switch number {
        case EACCES, EPERM: self.init(.permissionDenied, socketPath: socketPath)
        case EPIPE, ECONNRESET: self.init(.disconnected, socketPath: socketPath)
        default: self.init(.notReachable, socketPath: socketPath, cause: Self.words(for: number))
        }
    }

    private static func words(for number: CInt) -> String {
        switch number {
        case ENOENT: "no such socket"
        case ECONNREFUSED: "nothing listens on it"
        case EAGAIN: "too busy to accept a connection"
        case ENOTSOCK: "not a socket"
        default: "system error \(number)"
        }
    }
}
