import Glibc
package import LocationServices
package import NIOCore
import NIOPosix

/// Delivers one event to the Unix socket of a hook: it connects, writes one line and closes.
///
/// An event is delivered if the other end has read the line and closed the connection. A peer that closes with the line
/// unread resets the connection, as systemd does if a unit does not start and the kernel does for a killed program.
/// That is a failure, and so is silence. A program that reads the line only when its work is done gets each event at
/// least once.
package struct HookConnection: Sendable {
    /// The maximum duration of a connection.
    package static let patience = Duration.seconds(90)

    private let path: String
    private let loop: any EventLoop
    private let clock: MonotonicClock

    /// Creates a connection that is not open yet.
    package init(path: String, loop: any EventLoop, clock: MonotonicClock) {
        self.path = path
        self.loop = loop
        self.clock = clock
    }

    /// Delivers a line and adds the newline.
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
                // Its own writer would buffer the line, and drop it silently if the connection closes meanwhile.
                try await connection.channel.writeAndFlush(ByteBuffer(string: line + "\n"))
                outbound.finish()
                // The reply is ignored.
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
