import Glibc
import NIOCore
import NIOPosix

/// One connection to the daemon, for as long as a closure runs.
package struct VarlinkConnection {
    private let socketPath: String
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var replies: NIOAsyncChannelInboundStream<[UInt8]>.AsyncIterator

    /// Connects, runs the body, and closes.
    /// - Parameters:
    ///   - timeout: After this the connection fails with `timedOut`; `nil` for one that may last.
    package static func with<Result: Sendable>(
        socketPath: String, timeout: Duration?,
        _ body: (inout VarlinkConnection) async throws(LocdClientError) -> Result
    ) async throws(LocdClientError) -> Result {
        do {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(toDaemonAt: socketPath) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ReplyReader(socketPath: socketPath))
                        return try NIOAsyncChannel<[UInt8], ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let timer = timeout.map {
                limit(channel.channel, to: $0, LocdClientError(.timedOut, socketPath: socketPath))
            }
            defer { timer?.cancel() }
            return try await channel.executeThenClose { inbound, outbound in
                var connection = VarlinkConnection(
                    socketPath: socketPath, outbound: outbound, replies: inbound.makeAsyncIterator())
                return try await body(&connection)
            }
        } catch {
            throw LocdClientError(error, socketPath: socketPath)
        }
    }

    /// Sends bytes as they are.
    package func send(_ bytes: [UInt8]) async throws(LocdClientError) {
        do {
            try await outbound.write(ByteBuffer(bytes: bytes))
        } catch {
            throw LocdClientError(error, socketPath: socketPath)
        }
    }

    /// The next message, without its NUL; `nil` where the daemon closed the connection.
    package mutating func next() async throws(LocdClientError) -> [UInt8]? {
        do {
            let message = try await replies.next(isolation: #isolation)
            if message == nil, Task.isCancelled { throw CancellationError() }
            return message
        } catch {
            throw LocdClientError(error, socketPath: socketPath)
        }
    }

    private static func limit(
        _ channel: any Channel, to timeout: Duration, _ error: LocdClientError
    ) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) {
            channel.pipeline.fireErrorCaught(error)
            channel.close(promise: nil)
        }
    }
}

extension LocdClientError {
    /// Says of any error of the transport what it means for a caller.
    init(_ error: any Error, socketPath: String) {
        switch error {
        case let error as LocdClientError: self = error
        case is CancellationError: self.init(.cancelled, socketPath: socketPath)
        case let error as IOError where [EACCES, EPERM].contains(error.errnoCode):
            self.init(.permissionDenied, socketPath: socketPath)
        case let error as IOError where [EPIPE, ECONNRESET].contains(error.errnoCode):
            self.init(.disconnected, socketPath: socketPath)
        case let error as IOError:
            self.init(.notReachable, socketPath: socketPath, cause: Self.words(for: error.errnoCode))
        case is SocketAddressError:
            self.init(.notReachable, socketPath: socketPath, cause: "the path is too long for a socket")
        case is ChannelError: self.init(.disconnected, socketPath: socketPath)
        default: self.init(.notReachable, socketPath: socketPath, cause: "\(error)")
        }
    }

    private static func words(for number: CInt) -> String {
        switch number {
        case ENOENT: "no such socket"
        case ECONNREFUSED: "nobody listens"
        case EAGAIN: "it is too busy to take a connection"
        case ENOTSOCK: "it is no socket"
        default: "system error \(number)"
        }
    }
}
