import Glibc
import LocationModel
import LocationServices
import LocdProtocol
import Synchronization
import SystemSupport

/// Passes the questions of clients on to the connected agents, and takes their answers.
///
/// An agent of root or of the daemon's own user is asked about every client. An agent of another user is asked about
/// that user's clients only, and only if the configuration lets users decide for themselves: a user who may run an
/// agent may also answer it. A question waits for its answer until the timeout, and then decides nothing. Agents that
/// connect or leave meanwhile do not change this.
final class AgentRegistry: AuthorizationAgent {
    /// The maximum number of agents of one user.
    static let maximumAgents = 8

    private struct Agent {
        let user: uid_t
        let isAdministrator: Bool
        let outbox: Outbox

        func mayAnswer(for user: uid_t) -> Bool { isAdministrator || self.user == user }
    }

    private struct Question {
        let user: uid_t
        let frame: StreamFrame
        /// Called when there is an answer.
        let answered: @Sendable () -> Void
        var answer: AuthorizationMachine.Answer?
    }

    private struct State {
        var next = 0
        var agents: [Int: Agent] = [:]
        var questions: [String: Question] = [:]
        var generator = SystemRandomNumberGenerator()
    }

    private let isOpenToUsers: Bool
    private let timeout: Duration
    private let clock: MonotonicClock
    private let state = Mutex(State())

    /// A registry without agents.
    /// - Parameters:
    ///   - isOpenToUsers: Whether each user's agent may answer for that user's clients.
    ///   - timeout: How long an answer may take.
    init(isOpenToUsers: Bool, timeout: Duration, clock: MonotonicClock) {
        self.isOpenToUsers = isOpenToUsers
        self.timeout = timeout
        self.clock = clock
    }

    /// Whether a connected agent may answer for a user's clients.
    func hasAgent(for user: uid_t) -> Bool {
        state.withLock { $0.agents.values.contains { $0.mayAnswer(for: user) } }
    }

    // MARK: Agents

    /// Adds an agent. It gets the open questions, and from then on all questions that it may answer.
    /// - Returns: The argument of ``detach(_:)``.
    /// - Throws: `VarlinkError.permissionDenied` if the user may not decide.
    func attach(_ outbox: Outbox, of user: uid_t, isAdministrator: Bool) throws(VarlinkError) -> Int {
        guard isAdministrator || isOpenToUsers else { throw .permissionDenied }
        return try state.withLock { (state) throws(VarlinkError) in
            guard state.agents.values.count(where: { $0.user == user }) < Self.maximumAgents else {
                throw .tooManyConnections(maximum: Self.maximumAgents)
            }
            state.next += 1
            let agent = Agent(user: user, isAdministrator: isAdministrator, outbox: outbox)
            state.agents[state.next] = agent
            let open = state.questions.values.filter { $0.answer == nil && agent.mayAnswer(for: $0.user) }.map(\.frame)
            outbox.put([Self.frame(LocationInterface.Agent.Reply())] + open)
            return state.next
        }
    }

    /// Removes an agent. Its questions stay open for others.
    func detach(_ agent: Int) {
        state.withLock { $0.agents[agent] = nil }
    }

    /// Takes an answer; the first one counts.
    /// - Throws: `VarlinkError.permissionDenied` if the user may not decide; `invalidParameter` if the question is not
    ///   open, or if this user may not answer it. The caller cannot distinguish these two.
    func answer(
        _ identifier: String, with answer: AuthorizationMachine.Answer, by user: uid_t, isAdministrator: Bool
    ) throws(VarlinkError) {
        guard isAdministrator || isOpenToUsers else { throw .permissionDenied }
        let question = state.withLock { state -> Question? in
            guard let question = state.questions[identifier], isAdministrator || question.user == user,
                question.answer == nil
            else { return nil }
            state.questions[identifier]?.answer = answer
            return question
        }
        guard let question else { throw .invalidParameter("identifier") }
        question.answered()
    }

    // MARK: Questions

    func answer(_ inquiry: AuthorizationInquiry) async -> AuthorizationMachine.Answer? {
        let (answers, continuation) = AsyncStream.makeStream(of: Never.self)
        let user = inquiry.client.user
        // The name service may be slow: do not hold the lock.
        let name = SystemUser(user)?.name
        let identifier = state.withLock { state -> String in
            let identifier = [state.generator.next(), state.generator.next()].map(\.hexadecimal).joined(separator: "-")
            let asked = AgentQuestion(inquiry, identifier: identifier, userName: name)
            let question = Question(
                user: user, frame: Self.frame(LocationInterface.Agent.Reply(question: asked)),
                answered: { continuation.finish() })
            state.questions[identifier] = question
            for agent in state.agents.values where agent.mayAnswer(for: user) { agent.outbox.put([question.frame]) }
            return identifier
        }
        _ = await clock.result(within: timeout) { () -> Void? in for await _ in answers {} }
        // An answer at the last moment was accepted, and counts.
        return state.withLock { state in
            let question = state.questions.removeValue(forKey: identifier)
            let frame = Self.frame(LocationInterface.Agent.Reply(withdrawn: identifier))
            for agent in state.agents.values where agent.mayAnswer(for: user) { agent.outbox.put([frame]) }
            return question?.answer
        }
    }

    private static func frame(_ reply: LocationInterface.Agent.Reply) -> StreamFrame {
        // Texts and whole numbers, which JSON can represent.
        StreamFrame((try? VarlinkReply.encode(reply, continues: true)) ?? [])
    }
}

extension AgentQuestion {
    init(_ inquiry: AuthorizationInquiry, identifier: String, userName: String?) {
        self.init(
            identifier: identifier, user: Int(inquiry.client.user), request: inquiry.question.name,
            authorizationStatus: inquiry.authorization.status, accuracyAuthorization: inquiry.authorization.accuracy)
        self.userName = userName
        unit = inquiry.client.unit
        label = inquiry.client.label
        process = inquiry.process.flatMap { $0 > 0 ? Int($0) : nil }
        if case .temporaryFullAccuracy(let key) = inquiry.question { purposeKey = key }
        purpose = inquiry.purpose
    }
}

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
