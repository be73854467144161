/// The receiver's state, as a session is told it: at once, and whenever it changes. It has no time of its own: the
/// receiver's clock may be what is missing.
public struct ReceiverChange: Sendable, Hashable {
    /// The state from now on.
    public var state: ReceiverState
    /// Why there is no fix; `nil` if there is one.
    public var cause: OutageCause?

    /// Creates a change to a state.
    public init(state: ReceiverState, cause: OutageCause? = nil) {
        self.state = state
        self.cause = cause
    }
}

extension ReceiverChange: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("receiverState", state.rawValue)
        members.member(ifKnown: "cause", cause?.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let state = try members.requiredWord("receiverState", as: ReceiverState.self) else { return nil }
        self.init(state: state, cause: members.word("cause", as: OutageCause.self))
    }
}
