import Glibc
package import LocationModel
import LocationServices
package import LocdConfiguration
import LocdLog
package import LocdProtocol
import Logging
import Synchronization

/// What each client may have: the policy first, then what was decided, then what holds for users of whom nobody has decided
/// anything. It asks the agent, keeps decisions, and logs who may have what, and why.
///
/// The label of a client has no part in it: anybody may call itself anything.
package final class ClientAuthority: Authority {
    /// Clients of a user that may wait for an answer, or be asked about: a user may have any number of units.
    static let maximumPerUser = 32
    /// How long an agent that gave no answer is not asked about the same client again.
    static let pause = Duration.seconds(60)
    /// Questions that may be open at the agent at a time.
    static let maximumQuestions = 8

    fileprivate struct State {
        var policy: ClientPolicy
        var machines: [ClientOwner: AuthorizationMachine] = [:]
        var uses: [ClientOwner: Int] = [:]
        var unanswered: [ClientOwner: Duration] = [:]
        var asking = 0
        var revision = 0
        var noted: Set<AccessOutcome> = []
        var listener: AsyncStream<Void>.Continuation?
    }

    private let defaults: DefaultAuthority
    private let store: DecisionStore?
    private let agent: (any AuthorizationAgent)?
    private let clock: MonotonicClock
    private let logger: Logger
    private let state: Mutex<State>

    /// An authority that goes on where `records` end.
    init(
        defaults: DefaultAuthority, policy: ClientPolicy = ClientPolicy(), resuming records: [DecisionRecord] = [],
        store: DecisionStore? = nil, agent: (any AuthorizationAgent)? = nil, clock: MonotonicClock, logger: Logger
    ) {
        self.defaults = defaults
        self.store = store
        self.agent = agent
        self.clock = clock
        self.logger = logger
        var state = State(policy: policy)
        for record in records { state.machines[record.client] = record.machine }
        self.state = Mutex(state)
    }

    package var locationServicesEnabled: Bool { state.withLock(\.policy.locationServicesEnabled) }

    package func isAdministrator(_ peer: Peer) -> Bool { defaults.isAdministrator(peer) }

    package func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization {
        verdict(on: client.owner, at: peer).authorization
    }

    package func authorization(ofAbsent client: ClientIdentity) -> Authorization? {
        if defaults.isAdministrator(client.user) { return .everything }
        return state.withLock { state in
            guard state.policy.locationServicesEnabled else { return Authorization(.denied) }
            let rule = state.policy.rule(for: client.owner)
            let machine = state.machine(of: client.owner)
            guard machine.standing != .notDetermined || rule?.authorizationStatus != nil else { return nil }
            return rule?.applied(to: machine.authorization) ?? machine.authorization
        }
    }

    /// What a client may have, and who says so.
    private func verdict(on owner: ClientOwner, at peer: Peer) -> (authorization: Authorization, reason: String) {
        if defaults.isAdministrator(peer) { return (.everything, "root, or the user that runs locd") }
        return state.withLock { state in
            guard state.policy.locationServicesEnabled else {
                return (Authorization(.denied), "locationServicesEnabled is false in the policy")
            }
            var found = state.machine(of: owner).authorization
            var reason = "decided by an administrator or the agent"
            if found.status == .notDetermined {
                found = defaults.authorization(of: ClientIdentity(user: owner.user), at: peer)
                reason = found.status == .notDetermined ? "nobody has decided" : "member of the group locd"
            }
            guard let rule = state.policy.rule(for: owner) else { return (found, reason) }
            return (rule.applied(to: found), "the policy, \(rule.origin)")
        }
    }

    package func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            state.withLock { $0.listener = listener }
        }
    }

    /// Takes another policy; those whom it concerns are told.
    package func apply(_ policy: ClientPolicy) {
        let isNew = state.withLock { state in
            defer { state.policy = policy }
            return state.policy != policy
        }
        if isNew { tellOfChange() }
    }

    /// Keeps what could not be kept at once, until cancelled.
    package func run() async {
        await store?.run()
    }

    // MARK: Requests

    package func request(
        _ request: AuthorizationRequest, for client: ClientIdentity, at peer: Peer
    ) async throws(VarlinkError) {
        let current = authorization(of: client, at: peer)
        let isForAccuracy = if case .temporaryFullAccuracy = request { true } else { false }
        let opened = state.withLock { state in
            open(request, for: client.owner, current: current, in: &state)
        }
        guard let (owner, question) = opened else {
            if isForAccuracy { throw .promptDeclined }
            return
        }
        guard let agent else {
            // It stays open for whoever lists the clients; of exactness for a moment nobody decides later.
            log(
                .authorizationAsked, client.owner, "asks for authorization: locd client list",
                ["request": "\(question.name)"])
            guard isForAccuracy else { return }
            _ = await answer(nil, to: question, of: owner, client, by: "nobody")
            throw .promptDeclined
        }
        guard state.withLock({ $0.beginAsking() }) else {
            log(.agentNotAsked, client.owner, "The agent was not asked: too many questions are open")
            _ = await answer(nil, to: question, of: owner, client, by: "nobody")
            if isForAccuracy { throw .promptDeclined }
            return
        }
        let word = await agent.answer(
            AuthorizationInquiry(
                client: client, process: peer.process, question: question, authorization: current))
        state.withLock { $0.asking -= 1 }
        let isAnswered = await answer(word, to: question, of: owner, client, by: "the agent")
        if !isAnswered, isForAccuracy { throw .promptDeclined }
    }

    /// The question that a request opens, and of whom; `nil` where there is nothing to ask.
    private func open(
        _ request: AuthorizationRequest, for asker: ClientOwner, current: Authorization, in state: inout State
    ) -> (ClientOwner, AuthorizationMachine.Question)? {
        let rule = state.policy.rule(for: asker)
        guard state.policy.locationServicesEnabled, rule?.authorizationStatus == nil else { return nil }
        let owner = state.key(of: asker)
        var machine = state.machines[owner] ?? AuthorizationMachine()
        // What a group may have is not asked about.
        guard machine.standing != .notDetermined || current.status == .notDetermined else { return nil }
        if case .temporaryFullAccuracy = request, rule?.accuracyAuthorization != nil { return nil }
        if let instant = state.unanswered[owner], clock.now() - instant < Self.pause { return nil }
        let isKnown = state.machines[owner] != nil
        guard isKnown || state.machines.keys.count(where: { $0.user == asker.user }) < Self.maximumPerUser else {
            return nil
        }
        guard let question = machine.request(request) else { return nil }
        state.machines[owner] = machine
        return (owner, question)
    }

    private func answer(
        _ answer: AuthorizationMachine.Answer?, to question: AuthorizationMachine.Question, of owner: ClientOwner,
        _ client: ClientIdentity, by who: String
    ) async -> Bool {
        _ = await change(owner, label: client.label, by: "\(who), asked for \(question.name)") { state in
            guard var machine = state.machines[owner] else { return }
            state.unanswered[owner] = answer == nil ? clock.now() : nil
            machine.answer(answer, to: question)
            state.machines[owner] = machine.isWorthKnowing ? machine : nil
        }
        return answer != nil
    }

    // MARK: Decisions

    package func decide(
        _ decision: AuthorizationDecision, about owner: ClientOwner, by peer: Peer
    ) async throws(VarlinkError) {
        guard defaults.isAdministrator(peer) else { throw .permissionDenied }
        if case .reset = decision {
        } else if let rule = state.withLock({ $0.policy.rule(for: owner) }), rule.authorizationStatus != nil {
            throw .ruledByPolicy(place: "\(rule.origin)")
        }
        let isKept = await change(owner, label: nil, by: "the administrator, user \(peer.user)") { state in
            var machine = state.machines[owner] ?? AuthorizationMachine()
            machine.decide(decision)
            state.unanswered[owner] = nil
            state.machines[owner] = machine.isWorthKnowing ? machine : nil
        }
        guard isKept else { throw .decisionNotKept }
    }

    package func uses(_ client: ClientIdentity, _ isBeginning: Bool) {
        let owner = client.owner
        let ended: [(ClientOwner, AuthorizationMachine, AuthorizationMachine)] = state.withLock { state in
            let count = (state.uses[owner] ?? 0) + (isBeginning ? 1 : -1)
            state.uses[owner] = count > 0 ? count : nil
            guard count <= 0 else { return [] }
            // What was decided of the user is used by all of its units.
            let isUserIdle = !state.uses.keys.contains { $0.user == owner.user }
            let idle = [owner, ClientOwner(user: owner.user)].filter { $0.unit != nil || isUserIdle }
            return Set(idle).compactMap { owner in
                guard let before = state.machines[owner] else { return nil }
                var machine = before
                machine.endUse()
                guard machine.authorization != before.authorization else { return nil }
                state.machines[owner] = machine.isWorthKnowing ? machine : nil
                return (owner, before, machine)
            }
        }
        for (owner, before, after) in ended {
            log(
                .authorizationChanged, owner,
                "Authorization: \(before.authorization.words) → \(after.authorization.words)",
                ["by": "the end of its use"])
        }
        if !ended.isEmpty { tellOfChange() }
    }

    /// Changes what is known of a client, keeps it, and says what changed; false where it could not be kept yet.
    private func change(
        _ owner: ClientOwner, label: String?, by who: String, _ body: (inout State) -> Void
    ) async -> Bool {
        let (before, after, records, revision) = state.withLock { state in
            let before = state.machines[owner]?.authorization ?? AuthorizationMachine().authorization
            body(&state)
            let after = state.machines[owner]?.authorization ?? AuthorizationMachine().authorization
            state.revision += 1
            return (before, after, state.records, state.revision)
        }
        var metadata: Logger.Metadata = ["by": "\(who)"]
        if let label { metadata["label"] = "\(label)" }
        let outcome = before == after ? "unchanged, \(after.words)" : "\(before.words) → \(after.words)"
        log(.authorizationChanged, owner, "Authorization: \(outcome)", metadata)
        if before != after { tellOfChange() }
        return await store?.save(records, revision: revision) ?? true
    }

    private func tellOfChange() {
        state.withLock { state in
            state.noted.removeAll()
            return state.listener
        }?.yield()
    }

    // MARK: What is known

    package var reports: [ReportedAuthorization] {
        let (policy, machines) = state.withLock { ($0.policy, $0.machines) }
        let decided = machines.sorted { ($0.key.user, $0.key.unit ?? "") < ($1.key.user, $1.key.unit ?? "") }
        return decided.map { owner, machine in
            ReportedAuthorization(owner, machine, rule: policy.rule(for: owner))
        } + policy.reports
    }

    /// Once for each client, method and answer, until something changes: the log must not grow with a caller's persistence.
    package func note(_ outcome: AccessOutcome) {
        var kind = outcome
        kind.client.label = nil
        kind.peer = Peer(user: outcome.peer.user, group: 0, process: 0, supplementaryGroups: [])
        let isNew = state.withLock { state in
            if state.noted.count >= 1024 { state.noted.removeAll() }
            return state.noted.insert(kind).inserted
        }
        guard isNew else { return }
        var metadata: Logger.Metadata = [
            "method": "\(outcome.method)", "pid": "\(outcome.peer.process)",
            "why": "\(verdict(on: outcome.client.owner, at: outcome.peer).reason)",
            "authorization": "\(outcome.authorization.words)",
        ]
        if let label = outcome.client.label { metadata["label"] = "\(label)" }
        let owner = outcome.client.owner
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

extension ClientAuthority.State {
    /// Under whom it is known what a client may have: itself, else its user, if that is decided.
    func key(of owner: ClientOwner) -> ClientOwner {
        let user = ClientOwner(user: owner.user)
        if let own = machines[owner], own.standing != .notDetermined { return owner }
        return machines[user].map { $0.standing != .notDetermined } ?? false ? user : owner
    }

    func machine(of owner: ClientOwner) -> AuthorizationMachine {
        machines[key(of: owner)] ?? AuthorizationMachine()
    }

    /// What is to be kept, in an order that is always the same.
    var records: [DecisionRecord] {
        machines.filter(\.value.isDecided).map(DecisionRecord.init)
            .sorted { ($0.client.user, $0.client.unit ?? "") < ($1.client.user, $1.client.unit ?? "") }
    }

    mutating func beginAsking() -> Bool {
        guard asking < ClientAuthority.maximumQuestions else { return false }
        asking += 1
        return true
    }
}

extension AuthorizationMachine {
    /// Whether there is anything to know of the client.
    var isWorthKnowing: Bool { standing != .notDetermined || question != nil }
}

extension Authorization {
    /// For the log: `authorizedAlways`, or `authorizedAlways (reducedAccuracy)`.
    var words: String {
        status.isAuthorized && accuracy == .reducedAccuracy
            ? "\(status.rawValue) (\(accuracy.rawValue))" : status.rawValue
    }
}
