import LocationModel

/// An agent that decides the authorization of clients.
protocol AuthorizationAgent: Sendable {
    /// The answer to a question; `nil` if there is none. The log has the reason.
    func answer(_ inquiry: AuthorizationInquiry) async -> AuthorizationMachine.Answer?
}

/// A question: which client requests what.
struct AuthorizationInquiry: Sendable, Hashable {
    /// Who asks; its label is what it calls itself.
    var client: ClientIdentity
    /// Its process, where it is there.
    var process: Int32?
    /// What is asked.
    var question: AuthorizationMachine.Question
    /// Its current authorization.
    var authorization: Authorization
}
