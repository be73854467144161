import LocationModel
import LocdProtocol
import LocdServer
import NIOCore
import SystemSupport

/// A connection of another program, from its acceptance to its end. Identity and authorization are decided as on locd's
/// own socket.
struct SharedConnection: Sendable {
    /// What is known about the other end when it is accepted.
    enum Origin: Sendable {
        /// A Unix socket: the kernel said who it is.
        case unix(Peer, unit: String?)
        /// A TCP connection, whose user is looked up. Only a listener that is open to the network serves other
        /// machines.
        case tcp(TCPPeer, isOpenToNetwork: Bool)
    }

    private struct Identity {
        var peer: Peer
        var unit: String?
        var label: String?
    }

    let channel: any Channel
    let origin: Origin
    let conversation: any SharedConversation
    let outbox: Outbox
    let end: ConnectionEnd
    /// The program asks for locations: one element, and the end of the connection.
    let asks: AsyncStream<Void>

    /// Serves until the program disconnects, loses its authorization or is too slow, or the task is cancelled; then
    /// closes.
    func serve(_ service: SharingService) async {
        await withTaskCancellationHandler {
            var farewell: String?
            do {
                try await converse(service)
            } catch let error as VarlinkError {
                farewell = Self.words(for: error)
            } catch {}
            if let farewell {
                // Sent without waiting: a reader that is stuck delays nobody.
                channel.writeAndFlush(ByteBuffer(bytes: conversation.farewell(farewell)), promise: nil)
            }
            try? await channel.close().get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func converse(_ service: SharingService) async throws {
        guard let identity = await identity(service) else { return }
        let peer = identity.peer
        guard service.counts.add(peer.user, silent: end, close: { [channel] in channel.close(promise: nil) }) else {
            throw VarlinkError.tooManyConnections(maximum: service.counts.maximumPerUser)
        }
        defer {
            service.counts.speaks(end)
            service.counts.remove(peer.user)
        }
        let caller = Caller(
            peer: peer, unit: identity.unit, authority: service.authority,
            otherConnections: { [counts = service.counts] in max(0, counts.total - 1) }, end: end,
            openOutbox: { [outbox] in outbox }
        ).labelled(identity.label)
        defer { caller.close() }
        for await _ in asks {
            service.counts.speaks(end)
            try await Access.location.check(caller, conversation.form.rawValue)
            await service.epochs.update()
            conversation.begin(isReduced: caller.authorization.disclosure == .reduced)
            let number = service.ticker.add(conversation, outbox)
            defer { service.ticker.remove(number) }
            try await service.sessions.share(conversation.form, for: caller, encoding: conversation)
            return
        }
    }

    private func identity(_ service: SharingService) async -> Identity? {
        switch origin {
        case .unix(let peer, let unit): return Identity(peer: peer, unit: unit)
        case .tcp(let other, let isOpenToNetwork):
            return await withTaskExecutorPreference(service.reading) {
                // A program that disconnects immediately is not looked up.
                guard !end.isOver else { return nil }
                if let peer = await other.localUser(service.users) { return Identity(peer: peer) }
                // A program of this machine whom the kernel does not name is refused: it does not count as one of the
                // network.
                guard isOpenToNetwork, !other.isOnThisMachine else { return nil }
                return Identity(peer: TCPPeer.network, label: other.address)
            }
        }
    }

    /// The message for a program about an error; `nil` if the program cannot do anything about it.
    private static func words(for error: VarlinkError) -> String? {
        switch error {
        case .notAuthorized(let status):
            "not authorized to read the location (\(status.rawValue)): an administrator can run locd client allow USER"
        case .tooManyConnections(let maximum):
            "too many connections: a user may have \(maximum) (api.maximumConnectionsPerUser)"
        default: nil
        }
    }
}
