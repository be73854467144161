import LocationModel

/// Somebody who can be asked what a client may have.
protocol AuthorizationAgent: Sendable {
    /// The answer to a question; `nil` where there is none, for whatever reason, which it says in the log.
    func answer(_ inquiry: AuthorizationInquiry) async -> AuthorizationMachine.Answer?
}

/// What somebody is asked: who wants what.
struct AuthorizationInquiry: Sendable, Hashable {
    /// Who asks; its label is what it calls itself.
    var client: ClientIdentity
    /// Its process, where it is there.
    var process: Int32?
    /// What is asked.
    var question: AuthorizationMachine.Question
    /// What it may have now.
    var authorization: Authorization
}
