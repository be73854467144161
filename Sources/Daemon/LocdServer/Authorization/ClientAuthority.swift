import Glibc
package import LocationModel
package import LocationServices
public import LocdConfiguration
import LocdLog
package import LocdProtocol
package import Logging
import Synchronization
package import SystemSupport

/// The authority of a daemon. An ``AuthorizationBook`` decides the authorization of each client; this type asks the
/// agent, stores decisions, and logs each client's authorization with its reason.
package final class ClientAuthority: Authority {
    private struct State {
        var book: AuthorizationBook
        /// The number of the latest change to store.
        var revision = 0
        var noted: Set<AccessOutcome> = []
        var listener: AsyncStream<Void>.Continuation?
    }

    private let defaults: DefaultAuthority
    private let store: DecisionStore?
    private let agent: (any AuthorizationAgent)?
    private let registry: AgentRegistry?
    private let clock: MonotonicClock
    private let logger: Logger
    private let state: Mutex<State>

    /// An authority that continues from the stored `records`.
    init(
        defaults: DefaultAuthority, policy: ClientPolicy = ClientPolicy(), resuming records: [DecisionRecord] = [],
        store: DecisionStore? = nil, agent: (any AuthorizationAgent)? = nil, registry: AgentRegistry? = nil,
        clock: MonotonicClock, logger: Logger
    ) {
        self.defaults = defaults
        self.store = store
        self.agent = agent
        self.registry = registry
        self.clock = clock
        self.logger = logger
        state = Mutex(State(book: AuthorizationBook(defaults: defaults, policy: policy, resuming: records)))
    }

    package var locationServicesEnabled: Bool { state.withLock(\.book.policy.locationServicesEnabled) }

    package var reports: [ReportedAuthorization] { state.withLock(\.book).reports }

    package func isAdministrator(_ peer: Peer) -> Bool { defaults.isAdministrator(peer) }

    package func mayReadConfiguration(_ peer: Peer) -> Bool { defaults.mayReadConfiguration(peer) }

    package func mayReportSteps(_ client: ClientIdentity) -> Bool {
        state.withLock { $0.book.policy.mayReportSteps(client.owner) }
    }

    package func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization {
        state.withLock { $0.book.verdict(on: client.owner, at: peer).authorization }
    }

    package func authorization(ofAbsent client: ClientIdentity) -> Authorization? {
        state.withLock { $0.book.authorization(ofAbsent: client) }
    }

    package func isLimited(_ client: ClientIdentity) -> Bool {
        state.withLock { $0.book.isLimited(client) }
    }

    package func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            state.withLock { $0.listener = listener }
        }
    }

    /// Takes another policy; the affected clients are notified.
    package func apply(_ policy: ClientPolicy) {
        if state.withLock({ $0.book.apply(policy) }) { reportChange() }
    }

    /// Stores what could not be stored at once, until cancelled.
    package func run() async {
        await store?.run()
    }

    package func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer, purpose: String? = nil
    ) async throws(VarlinkError) {
        let current = authorization(of: client, at: peer)
        let isForAccuracy = if case .temporaryFullAccuracy = request { true } else { false }
        // A person who is present is asked before a program.
        let seated: AgentRegistry? = registry.flatMap { $0.hasAgent(for: client.user) ? $0 : nil }
        let present: (any AuthorizationAgent)? = seated ?? self.agent
        let opened = state.withLock { state in
            state.book.open(
                request, for: client.owner, current: current, hasAgent: present != nil, at: clock.now())
        }
        guard let (owner, question) = opened else {
            if isForAccuracy { throw .promptDeclined }
            return
        }
        guard let agent = present else {
            // The request stays open for whoever lists the clients. Nobody can decide later about full accuracy for a
            // moment.
            log(
                .authorizationAsked, client.owner, "Authorization requested: see locd client list",
                ["request": "\(question.name)"])
            guard isForAccuracy else { return }
            _ = await answer(nil, to: question, of: owner, client, by: "nobody")
            throw .promptDeclined
        }
        guard state.withLock({ $0.book.beginAsking(about: client.user) }) else {
            log(.agentNotAsked, client.owner, "Agent not asked: too many requests are open")
            _ = await answer(nil, to: question, of: owner, client, by: "nobody")
            if isForAccuracy { throw .promptDeclined }
            return
        }
        let word = await agent.answer(
            AuthorizationInquiry(
                client: client, process: peer.process, question: question, purpose: purpose,
                authorization: current))
        state.withLock { $0.book.endAsking(about: client.user) }
        let isAnswered = await answer(word, to: question, of: owner, client, by: "the agent")
        if !isAnswered, isForAccuracy { throw .promptDeclined }
    }

    private func answer(
        _ answer: AuthorizationMachine.Answer?, to question: AuthorizationMachine.Question, of owner: ClientOwner,
        _ client: ClientIdentity, by who: String
    ) async -> Bool {
        _ = await keep(label: client.label, by: "\(who), asked for \(question.name)") { [clock] book in
            book.answer(answer, to: question, of: owner, by: client.owner, at: clock.now())
        }
        return answer != nil
    }

    // MARK: Connected agents

    /// Lets a caller answer requests of clients, until ``detach(_:)``.
    /// - Returns: The argument of ``detach(_:)``.
    func attach(_ agent: Outbox, by peer: Peer) throws(VarlinkError) -> Int {
        guard let registry else { throw .permissionDenied }
        return try registry.attach(agent, of: peer.user, isAdministrator: defaults.isAdministrator(peer))
    }

    /// Removes an agent.
    func detach(_ agent: Int) { registry?.detach(agent) }

    /// Takes an agent's answer to a question.
    func answer(_ parameters: AnswerParameters, by peer: Peer) throws(VarlinkError) {
        guard let registry else { throw .permissionDenied }
        try registry.answer(
            parameters.identifier,
            with: AuthorizationMachine.Answer(word: parameters.answer, accuracy: parameters.accuracyAuthorization),
            by: peer.user, isAdministrator: defaults.isAdministrator(peer))
    }

    package func decide(
        _ decision: AuthorizationDecision, about owner: ClientOwner, by peer: Peer
    ) async throws(VarlinkError) {
        guard defaults.isAdministrator(peer) else { throw .permissionDenied }
        let isKept = try await keep(label: nil, by: "the administrator, user \(peer.user)") {
            (book) throws(VarlinkError) in try book.decide(decision, about: owner)
        }
        guard isKept else { throw .decisionNotKept }
    }

    package func uses(_ client: ClientIdentity, _ isBeginning: Bool) {
        let ended = state.withLock { $0.book.use(client, isBeginning) }
        for change in ended {
            log(
                .authorizationChanged, change.owner,
                "Authorization: \(change.before.words) → \(change.after.words)", ["by": "end of use"])
        }
        if !ended.isEmpty { reportChange() }
    }

    /// Changes the state of a client, stores it, and returns the changes; false if it could not be stored yet.
    private func keep<Failure>(
        label: String?, by who: String, _ body: (inout AuthorizationBook) throws(Failure) -> AuthorizationBook.Change
    ) async throws(Failure) -> Bool {
        let (change, records, revision) = try state.withLock { (state) throws(Failure) in
            let change = try body(&state.book)
            state.revision += 1
            return (change, state.book.records, state.revision)
        }
        var metadata: Logger.Metadata = ["by": "\(who)"]
        if let label { metadata["label"] = "\(label)" }
        let outcome =
            change.isOne ? "\(change.before.words) → \(change.after.words)" : "unchanged, \(change.after.words)"
        log(.authorizationChanged, change.owner, "Authorization: \(outcome)", metadata)
        if change.isOne { reportChange() }
        return await store?.save(records, revision: revision) ?? true
    }

    private func reportChange() {
        state.withLock { state in
            state.noted.removeAll()
            return state.listener
        }?.yield()
    }

    // MARK: The log

    /// Once for each client, method and answer, until something changes: repeated calls must not fill the log.
    package func note(_ outcome: AccessOutcome) {
        var kind = outcome
        kind.client.label = nil
        kind.peer = Peer(user: outcome.peer.user, group: 0, process: 0, supplementaryGroups: [])
        let owner = outcome.client.owner
        let reason: String? = state.withLock { state in
            if state.noted.count >= 1024 { state.noted.removeAll() }
            guard state.noted.insert(kind).inserted else { return nil }
            return state.book.verdict(on: owner, at: outcome.peer).reason
        }
        guard let reason else { return }
        var metadata: Logger.Metadata = [
            "method": "\(outcome.method)", "pid": "\(outcome.peer.process)", "why": "\(reason)",
            "authorization": "\(outcome.authorization.words)",
        ]
        if let label = outcome.client.label { metadata["label"] = "\(label)" }
        if outcome.isGranted {
            log(.accessGranted, owner, "Access granted", metadata)
        } else {
            log(.accessRefused, owner, "Access refused", metadata)
        }
    }

    private func log(_ message: LogMessage, _ owner: ClientOwner, _ words: String, _ more: Logger.Metadata = [:]) {
        var metadata = more
        metadata["uid"] = "\(owner.user)"
        if let unit = owner.unit { metadata["unit"] = "\(unit)" }
        logger.log(message, "\(words)", metadata: metadata)
    }
}

extension Authorization {
    /// For the log: `authorizedAlways`, or `authorizedAlways (reducedAccuracy)`.
    var words: String {
        status.isAuthorized && accuracy == .reducedAccuracy
            ? "\(status.rawValue) (\(accuracy.rawValue))" : status.rawValue
    }
}

extension ClientAuthority {
    /// The authority of a daemon: the policy, the stored decisions, and the configured agent.
    ///
    /// - Parameter thread: Where decisions wait for the disk.
    package static func build(
        _ configuration: Configuration, policy: ClientPolicy, thread: ExecutorThread, clock: MonotonicClock,
        logger: Logger
    ) async -> ClientAuthority {
        let store = DecisionStore(
            directory: configuration.state.directory, thread: thread, clock: clock, logger: logger)
        return ClientAuthority(
            defaults: DefaultAuthority(
                privilegedGroup: SystemGroup(named: "locd")?.identifier,
                network: configuration.sharing.network.disclosure),
            policy: policy,
            resuming: await store.load(), store: store,
            agent: configuration.clients.agent.map {
                AuthorizationProgram(
                    path: $0, timeout: .seconds(configuration.clients.agentTimeout), clock: clock,
                    logger: logger)
            },
            registry: AgentRegistry(
                isOpenToUsers: configuration.clients.userAgents, timeout: .seconds(configuration.clients.agentTimeout),
                clock: clock), clock: clock, logger: logger)
    }
}

extension Configuration.Clients {
    /// Reads the policy; an empty one if the file does not exist. User names are those of the system.
    ///
    /// - Throws: All problems, each with line, column, key, cause and remedy.
    public func read() throws(ConfigurationError) -> ClientPolicy {
        try read { SystemUser(named: $0)?.identifier }
    }
}
