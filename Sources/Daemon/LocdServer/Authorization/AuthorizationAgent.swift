import LocationModel

/// An agent that decides the authorization of clients.
protocol AuthorizationAgent: Sendable {
    /// The answer to a question; `nil` if there is none. The log has the reason.
    func answer(_ inquiry: AuthorizationInquiry) async -> AuthorizationMachine.Answer?
}

/// A question: which client requests what.
struct AuthorizationInquiry: Sendable, Hashable {
    /// The client that asks; its label is not verified.
    var client: ClientIdentity
    /// Its process, if it still exists.
    var process: Int32?
    /// The request.
    var question: AuthorizationMachine.Question
    /// What it says it needs it for; not verified.
    var purpose: String?
    /// Its current authorization.
    var authorization: Authorization
}
