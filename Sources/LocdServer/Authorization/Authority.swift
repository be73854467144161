public import LocationModel
public import LocdConfiguration
public import LocdProtocol

/// Who decides what a client may have.
///
/// The kernel's word for a caller goes in, what it may have comes out; the label that it gives itself means nothing here. Streams
/// are asked about again whenever ``changes()`` says that an answer may be another.
public protocol Authority: Sendable {
    /// Whether coordinates are for anybody at all but those who administer the daemon.
    var locationServicesEnabled: Bool { get }

    /// What a client may have. It answers at once: whoever must ask a person first answers with what holds until then.
    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization

    /// What a client that is away may have; `nil` where only its connection would tell.
    func authorization(ofAbsent client: ClientIdentity) -> Authorization?

    /// Whether a caller administers the daemon.
    func isAdministrator(_ peer: Peer) -> Bool

    /// Says that answers may have changed since. One listener at a time; it ends where they never change.
    func changes() -> AsyncStream<Void>

    /// A client asks for something. Returns when that is decided, or where nobody is there who could decide it now.
    /// - Throws: `VarlinkError.promptDeclined` where it is not even asked.
    func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer
    ) async throws(VarlinkError)

    /// An administrator decides about a client.
    func decide(_ decision: AuthorizationDecision, about client: ClientOwner, by peer: Peer) async throws(VarlinkError)

    /// What is decided, and what is asked for.
    var reports: [ReportedAuthorization] { get }

    /// A client begins (`true`) or ends to use what it may have.
    func uses(_ client: ClientIdentity, _ isBeginning: Bool)

    /// What it may have made a client a refusal, or let it be served; for the log.
    func note(_ outcome: AccessOutcome)
}

extension Authority {
    /// They are, unless somebody says otherwise.
    public var locationServicesEnabled: Bool { true }
    /// Only its connection would tell.
    public func authorization(ofAbsent client: ClientIdentity) -> Authorization? { nil }
    /// Nothing changes.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    /// Nobody is asked.
    public func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer
    ) async throws(VarlinkError) {}
    /// Nobody decides.
    public func decide(
        _ decision: AuthorizationDecision, about client: ClientOwner, by peer: Peer
    ) async throws(VarlinkError) { throw .permissionDenied }
    /// Nothing is decided.
    public var reports: [ReportedAuthorization] { [] }
    /// It makes no difference.
    public func uses(_ client: ClientIdentity, _ isBeginning: Bool) {}
    /// It is not logged.
    public func note(_ outcome: AccessOutcome) {}
}

/// What a client asks for.
public enum AuthorizationRequest: Sendable, Hashable {
    /// Coordinates while it is in use.
    case whenInUse
    /// Coordinates at any time.
    case always
    /// Exact coordinates for this use, for a purpose that it names.
    case temporaryFullAccuracy(purposeKey: String)
    /// What it was given for now is needed while it is away: whether that is meant.
    case keepAlways
}

/// What an administrator decides.
public enum AuthorizationDecision: Sendable, Hashable {
    /// From now on.
    case allow(AuthorizationStatus, AccuracyAuthorization)
    /// Until it is no longer in use.
    case once(AccuracyAuthorization)
    /// Not.
    case deny
    /// Nothing: as if it had never been asked about.
    case reset
}
