import Glibc
package import LocationServices
package import NIOCore
import NIOPosix

/// Delivers one event to the Unix socket of a hook: a connection, one line, an end.
///
/// Delivered means: the other end has read the line and closed the connection. A peer that closes with the line unread, as systemd
/// does if a unit does not start, and as the kernel does for a program that was killed, resets the connection: that is a failure, and so
/// is silence. A program that reads the line last, when its work is done, gets each event at least once.
package struct HookConnection: Sendable {
    /// How long the other end may take from the connection to its end.
    package static let patience = Duration.seconds(90)

    private let path: String
    private let loop: any EventLoop
    private let clock: MonotonicClock

    /// A connection that is not made yet.
    package init(path: String, loop: any EventLoop, clock: MonotonicClock) {
        self.path = path
        self.loop = loop
        self.clock = clock
    }

    /// Delivers a line, to which the newline is added.
    package func deliver(_ line: String) async throws(HookFailure) {
        let outcome = await clock.result(within: Self.patience) { () -> Result<Void, HookFailure>? in
            await attempt(line)
        }
        try (outcome ?? .failure(.late)).get()
    }

    private func attempt(_ line: String) async -> Result<Void, HookFailure> {
        do {
            let connection = try await ClientBootstrap(group: loop)
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true))
                    }
                }
            try await connection.executeThenClose { inbound, outbound in
                // Its own writer would buffer the line, and drop it without a word if the connection is closed meanwhile.
                try await connection.channel.writeAndFlush(ByteBuffer(string: line + "\n"))
                outbound.finish()
                // Nobody listens to what it says.
                for try await _ in inbound {}
            }
            return Task.isCancelled ? .failure(.late) : .success(())
        } catch {
            return .failure(Task.isCancelled ? .late : Self.failure(error))
        }
    }

    private static func failure(_ error: any Error) -> HookFailure {
        guard let error = error as? IOError else {
            return error is ChannelError ? .unread : .system("\(error)")
        }
        return switch error.errnoCode {
        case ECONNRESET, EPIPE: .unread
        case ENOENT: .system("there is no such socket; enable its unit: systemctl enable --now locd-hook@NAME.socket")
        case ECONNREFUSED: .system("nothing listens on the socket")
        case EACCES, EPERM: .system("locd may not connect to the socket; write SocketUser=locd in its unit")
        case EAGAIN: .system("too many connections wait at the socket")
        case let number: .system("system error \(number)")
        }
    }
}
