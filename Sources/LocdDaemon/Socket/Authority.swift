/// Who decides what a client may have.
///
/// The kernel's word for a caller and the label that it gives itself go in, what it may have comes out. Streams are asked
/// about again whenever ``changes`` says that an answer may be another.
public protocol Authority: Sendable {
    /// What a client may have. It answers at once: whoever must ask a person first answers with what holds until then.
    func authorization(of client: ClientIdentity, at peer: Peer) -> ClientAuthorization

    /// Whether a caller administers the daemon.
    func isAdministrator(_ peer: Peer) -> Bool

    /// Says that answers may have changed since. One listener at a time; it ends where they never change.
    func changes() -> AsyncStream<Void>
}
