package import LocationModel
import LocdConfiguration
import LocdProtocol
import Synchronization

/// What a method knows of the connection that calls it.
package struct Caller: Sendable {
    package let peer: Peer
    /// The client: user, unit, and the label of this call.
    package private(set) var client: ClientIdentity
    /// The number of other connections now.
    package let otherConnections: @Sendable () -> Int
    /// The queue of a stream on this connection.
    let openOutbox: @Sendable () -> Outbox
    let end: ConnectionEnd
    private let authority: any Authority
    private let inquiry = ConnectionInquiry()

    /// The other end of a connection.
    package init(
        peer: Peer, unit: String? = nil, authority: any Authority, otherConnections: @escaping @Sendable () -> Int
    ) {
        self.init(peer: peer, unit: unit, authority: authority, otherConnections: otherConnections) { Outbox { _ in } }
    }

    package init(
        peer: Peer, unit: String?, authority: any Authority, otherConnections: @escaping @Sendable () -> Int,
        end: ConnectionEnd = ConnectionEnd(), openOutbox: @escaping @Sendable () -> Outbox
    ) {
        self.peer = peer
        self.authority = authority
        self.otherConnections = otherConnections
        self.end = end
        self.openOutbox = openOutbox
        client = ClientIdentity(user: peer.user, unit: unit)
    }

    /// The authorization of the caller under the label of this call.
    package var authorization: Authorization { authority.authorization(of: client, at: peer) }

    /// Its client's authorization by a decision or a rule, which counts while it is away; `nil` if there is none.
    var authorizationWhileAway: Authorization? { authority.authorization(ofAbsent: client) }

    /// The same as a value of the socket.
    func authorizationReply(_ sensors: AvailableSensors) -> LocationInterface.Authorization.Reply {
        reply(authorization, sensors)
    }

    /// The authorization of a process of another user that runs in no unit.
    func authorizationReply(
        of other: Peer, _ sensors: AvailableSensors
    ) -> LocationInterface.Authorization.Reply {
        reply(authority.authorization(of: ClientIdentity(user: other.user), at: other), sensors)
    }

    private func reply(
        _ authorization: Authorization, _ sensors: AvailableSensors
    ) -> LocationInterface.Authorization.Reply {
        LocationInterface.Authorization.Reply(
            authorizationStatus: authorization.status, accuracyAuthorization: authorization.accuracy,
            locationServicesEnabled: authority.locationServicesEnabled, headingAvailable: sensors.heading,
            isRangingAvailable: sensors.ranging, stepCountingAvailable: sensors.steps)
    }

    /// Requests an authorization; see ``Authority/request(_:for:at:purpose:)``. From then on the connection uses its
    /// client's authorization, until ``close()``. So an authorization for this use only ends, even if no session ever
    /// begins.
    func request(_ request: AuthorizationRequest, purpose: String? = nil) async throws(VarlinkError) {
        if inquiry.begin() { uses(true) }
        try await authority.request(request, for: client, at: peer, purpose: purpose)
    }

    /// Decides about a client, as an administrator.
    func decide(_ decision: AuthorizationDecision, about owner: ClientOwner) async throws(VarlinkError) {
        try await authority.decide(decision, about: owner, by: peer)
    }

    /// Lets it answer requests of clients, until its connection is closed.
    func serveAsAgent() async throws(VarlinkError) {
        let outbox = openOutbox()
        guard let authority = authority as? ClientAuthority else { throw .permissionDenied }
        let agent = try authority.attach(outbox, by: peer)
        defer { authority.detach(agent) }
        for await end in outbox.ends {
            if case .overflowed(let waiting) = end { throw .tooSlow(waiting: waiting) }
            return
        }
    }

    /// Answers a question, as an agent.
    func answer(_ parameters: AnswerParameters) throws(VarlinkError) {
        guard let authority = authority as? ClientAuthority else { throw .permissionDenied }
        try authority.answer(parameters, by: peer)
    }

    /// The decisions and open requests.
    var authorizations: LocationInterface.Authorizations.Reply {
        LocationInterface.Authorizations.Reply(
            locationServicesEnabled: authority.locationServicesEnabled, authorizations: authority.reports)
    }

    /// Begins or ends to use its authorization.
    func uses(_ isBeginning: Bool) { authority.uses(client, isBeginning) }

    /// Notes that the connection is closed: its request is over.
    package func close() {
        if inquiry.end() { uses(false) }
    }

    func note(_ method: String, _ authorization: Authorization, isGranted: Bool) {
        authority.note(
            AccessOutcome(
                client: client, peer: peer, method: method, authorization: authorization, isGranted: isGranted))
    }

    /// The same under a label.
    package func labelled(_ label: String?) -> Caller {
        var caller = self
        caller.client.label = label
        return caller
    }

    var mayReportSteps: Bool { authority.mayReportSteps(client) }

    /// Whether the caller may read what stands in the files of the configuration.
    var mayReadConfiguration: Bool { authority.mayReadConfiguration(peer) && authorization.disclosure == .everything }

    /// Whether the caller administers the daemon.
    var isAdministrator: Bool { authority.isAdministrator(peer) }
}

/// Whether a connection has requested an authorization for its client. All its calls share this, whatever their label.
final class ConnectionInquiry: Sendable {
    private let isOpen = Atomic(false)

    /// Records a request; true if it is the first.
    func begin() -> Bool { !isOpen.exchange(true, ordering: .relaxed) }

    /// Records the end; true if there was a request.
    func end() -> Bool { isOpen.exchange(false, ordering: .relaxed) }
}
