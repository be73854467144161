import GeocodeProtocol
import Glibc
import LocationModel
import LocdConfiguration
import NIOCore
import NIOPosix

/// locd-geocode behind its Unix socket: a connection for each question, one line there, one line back.
struct GeocodeHelper: Sendable {
    /// How long the helper may take beyond the timeout of a question: to be started, and to reply.
    static let patience = Duration.seconds(5)

    let socketPath: String
    /// The event loop of the daemon; `nil` while it runs none.
    let loop: (any EventLoop)?

    /// The places that answer a request.
    /// - Parameter patience: How long the helper may take beyond the timeout of the request.
    func placemarks(
        _ request: GeocodeRequest, patience: Duration = Self.patience
    ) async throws(GeocodeFailure) -> [Placemark] {
        let line: [UInt8]
        do {
            line = try GeocodeLine.write(request)
        } catch {
            throw GeocodeFailure(.badRequest, "the request cannot be encoded")
        }
        let reply = try await exchange(line, until: .now() + TimeAmount(.seconds(request.timeout) + patience))
        switch try? GeocodeLine.read(GeocodeReply.self, from: reply, maximum: GeocodeReply.maximumLength) {
        case .placemarks(let placemarks): return placemarks
        case .error(let failure): throw failure
        case nil:
            throw GeocodeFailure(
                .badReply, "the reply of locd-geocode is \(reply.isEmpty ? "empty" : "invalid")",
                remedy: "See journalctl -u 'locd-geocode@*'.")
        }
    }

    private func exchange(_ line: [UInt8], until deadline: NIODeadline) async throws(GeocodeFailure) -> [UInt8] {
        do {
            guard let loop else { throw ChannelError.alreadyClosed }
            let connection = try await ClientBootstrap(group: loop)
                .connectTimeout(max(.milliseconds(1), deadline - .now()))
                .connect(unixDomainSocketPath: socketPath) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let timer = connection.channel.eventLoop.scheduleTask(deadline: deadline) {
                connection.channel.close(promise: nil)
            }
            defer { timer.cancel() }
            let reply = try await connection.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(bytes: line))
                var reply: [UInt8] = []
                // One byte too many is enough to refuse it.
                for try await bytes in inbound where reply.count <= GeocodeReply.maximumLength {
                    reply += bytes.readableBytesView.prefix(GeocodeReply.maximumLength + 1 - reply.count)
                    if reply.count > GeocodeReply.maximumLength || reply.last == 0x0A { break }
                }
                return reply
            }
            try Task.checkCancellation()
            guard reply.last == 0x0A || NIODeadline.now() < deadline else { throw timedOut }
            return reply
        } catch let failure as GeocodeFailure {
            throw failure
        } catch {
            throw NIODeadline.now() < deadline ? failure(error) : timedOut
        }
    }

    private var timedOut: GeocodeFailure {
        GeocodeFailure(
            .timedOut, "locd-geocode did not reply in time", remedy: "See journalctl -u 'locd-geocode@*'.")
    }

    private func failure(_ error: any Error) -> GeocodeFailure {
        let number = (error as? IOError)?.errnoCode
        if number == EACCES || number == EPERM {
            return GeocodeFailure(
                .noHelper, "not permitted to connect to locd-geocode at \(socketPath)",
                remedy: "Run locd as the SocketUser= of locd-geocode.socket.")
        }
        let reason =
            switch number {
            case ENOENT: "no such socket"
            case ECONNREFUSED: "nothing is listening"
            case let number?: "system error \(number)"
            case nil: "\(error)"
            }
        return GeocodeFailure(
            .noHelper, "cannot reach locd-geocode at \(socketPath): \(reason)",
            remedy: "\(Configuration.Geocoder.helperRemedy).")
    }
}
