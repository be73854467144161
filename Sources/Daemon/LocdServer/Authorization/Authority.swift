public import LocationModel
public import LocdConfiguration
public import LocdProtocol

/// Decides the authorization of clients.
///
/// It maps the identity that the kernel reports for a caller to an authorization; the label that a client gives itself
/// has no effect. The authorization of streams is read again whenever ``changes()`` yields.
public protocol Authority: Sendable {
    /// Whether anyone but the administrators of the daemon can be authorized to read coordinates.
    var locationServicesEnabled: Bool { get }

    /// The authorization of a client. It returns at once: an authority that must ask a person returns the interim
    /// authorization.
    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization

    /// The authorization of a client that is not connected; `nil` if it cannot be determined without a connection.
    func authorization(ofAbsent client: ClientIdentity) -> Authorization?

    /// Whether the policy limits a client to reduced accuracy, whatever gives it access.
    func isLimited(_ client: ClientIdentity) -> Bool

    /// Whether a caller administers the daemon.
    func isAdministrator(_ peer: Peer) -> Bool

    /// Whether a peer may read what stands in the files of the configuration.
    func mayReadConfiguration(_ peer: Peer) -> Bool

    /// Whether the policy lets a client report steps.
    func mayReportSteps(_ client: ClientIdentity) -> Bool

    /// Yields whenever authorizations may have changed. One listener at a time; it ends if they never change.
    func changes() -> AsyncStream<Void>

    /// Requests an authorization for a client. Returns when it is decided, or if it cannot be decided now.
    /// - Parameter purpose: What the client says it needs it for.
    /// - Throws: `VarlinkError.promptDeclined` if the request is not presented to anyone.
    func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer, purpose: String?
    ) async throws(VarlinkError)

    /// Stores an administrator's decision about a client.
    func decide(_ decision: AuthorizationDecision, about client: ClientOwner, by peer: Peer) async throws(VarlinkError)

    /// The stored decisions and the open requests.
    var reports: [ReportedAuthorization] { get }

    /// Notes that a client begins (`true`) or ends to use its authorization.
    func uses(_ client: ClientIdentity, _ isBeginning: Bool)

    /// Logs whether a client's call was granted or denied.
    func note(_ outcome: AccessOutcome)
}

extension Authority {
    /// Enabled by default.
    public var locationServicesEnabled: Bool { true }
    /// `nil`: it cannot be determined without a connection.
    public func authorization(ofAbsent client: ClientIdentity) -> Authorization? { nil }
    /// No client is limited.
    public func isLimited(_ client: ClientIdentity) -> Bool { false }
    /// Nobody but administrators.
    public func mayReadConfiguration(_ peer: Peer) -> Bool { isAdministrator(peer) }
    /// Nobody but administrators.
    public func mayReportSteps(_ client: ClientIdentity) -> Bool { false }
    /// Authorizations never change.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    /// The request has no effect.
    public func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer, purpose: String?
    ) async throws(VarlinkError) {}
    /// Decisions are not permitted.
    public func decide(
        _ decision: AuthorizationDecision, about client: ClientOwner, by peer: Peer
    ) async throws(VarlinkError) { throw .permissionDenied }
    /// No decisions or requests exist.
    public var reports: [ReportedAuthorization] { [] }
    /// Use has no effect.
    public func uses(_ client: ClientIdentity, _ isBeginning: Bool) {}
    /// The outcome is not logged.
    public func note(_ outcome: AccessOutcome) {}
}

/// The authorization that a client requests.
public enum AuthorizationRequest: Sendable, Hashable {
    /// Coordinates while the client is in use.
    case whenInUse
    /// Coordinates at any time.
    case always
    /// Exact coordinates for the current use, for a purpose that the client names.
    case temporaryFullAccuracy(purposeKey: String)
    /// Confirmation of a provisional authorization, now that it is needed while the client is away.
    case keepAlways
}

/// A decision of an administrator.
public enum AuthorizationDecision: Sendable, Hashable {
    /// Allow from now on.
    case allow(AuthorizationStatus, AccuracyAuthorization)
    /// Allow until the client is no longer in use.
    case once(AccuracyAuthorization)
    /// Deny.
    case deny
    /// Remove the decision, as if none had ever been requested.
    case reset
}

/// The outcome of a call that requests the position, for the log: the client, the method, and whether access was
/// granted.
public struct AccessOutcome: Sendable, Hashable {
    /// The client that called.
    public var client: ClientIdentity
    /// The peer of its connection.
    public var peer: Peer
    /// The method.
    public var method: String
    /// The authorization of the client.
    public var authorization: Authorization
    /// Whether access was granted.
    public var isGranted: Bool
}
