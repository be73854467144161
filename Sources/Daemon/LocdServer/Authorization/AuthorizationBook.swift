import LocationModel
import LocdConfiguration
import LocdProtocol
import SystemSupport

/// The authorization of each client: the policy first, then the stored decision, then the default. A value that
/// decides; ``ClientAuthority`` asks, stores and logs.
///
/// A client's label has no effect, because it is not verified.
struct AuthorizationBook: Sendable {
    /// The authorization of a client before and after an operation.
    struct Change: Sendable, Hashable {
        var owner: ClientOwner
        var before: Authorization
        var after: Authorization

        /// Whether the authorization changed.
        var isOne: Bool { before != after }
    }

    /// The maximum number of a user's clients with a decision or an open request: a user may have any number of units.
    static let maximumPerUser = 32
    /// How long to wait before asking an agent that did not answer about the same client again.
    static let pause = Duration.seconds(60)
    /// The maximum number of questions open at the agent at a time.
    static let maximumQuestions = 8
    /// Of them about the clients of one user, so that no user keeps others from being asked.
    static let maximumQuestionsPerUser = 4

    let defaults: DefaultAuthority
    private(set) var policy: ClientPolicy
    private var machines: [ClientOwner: AuthorizationMachine] = [:]
    private var uses: [ClientOwner: Int] = [:]
    /// When the agent last gave no answer, during the pause after it.
    private(set) var unanswered: [ClientOwner: Duration] = [:]
    /// Those whose question is open although there was no agent to ask.
    private var unasked: Set<ClientOwner> = []
    /// Those that have full accuracy until their use ends, although the decision is their user's.
    private var temporary: Set<ClientOwner> = []
    /// The open questions, by user.
    private var asking: [UInt32: Int] = [:]

    init(defaults: DefaultAuthority, policy: ClientPolicy, resuming records: [DecisionRecord]) {
        self.defaults = defaults
        self.policy = policy
        for record in records { machines[record.client] = record.machine }
    }

    // MARK: Questions about it

    func verdict(on owner: ClientOwner, at peer: Peer) -> (authorization: Authorization, reason: String) {
        let verdict = verdictWithoutLimit(on: owner, at: peer)
        guard owner.user == SystemUser.network else { return verdict }
        return (defaults.limited(verdict.authorization), "\(verdict.reason); sharing.network is the most")
    }

    private func verdictWithoutLimit(
        on owner: ClientOwner, at peer: Peer
    ) -> (authorization: Authorization, reason: String) {
        if defaults.isAdministrator(peer) { return (.everything, "root, or the user that runs locd") }
        guard policy.locationServicesEnabled else {
            return (Authorization(.denied), "locationServicesEnabled is false in the policy")
        }
        var found = decided(about: owner)
        var reason = "decision of an administrator or the agent"
        if found.status == .notDetermined {
            found = defaults.authorization(of: ClientIdentity(user: owner.user), at: peer)
            reason =
                found.status == .notDetermined
                ? "no decision stored"
                : owner.user == SystemUser.network ? "the configuration" : "member of the group locd"
        }
        guard let rule = policy.rule(for: owner) else { return (found, reason) }
        return (rule.applied(to: found), "the policy, \(rule.origin)")
    }

    /// The authorization of a client that is not connected; `nil` if it cannot be determined without a connection.
    func authorization(ofAbsent client: ClientIdentity) -> Authorization? {
        if defaults.isAdministrator(client.user) { return .everything }
        guard policy.locationServicesEnabled else { return Authorization(.denied) }
        let rule = policy.rule(for: client.owner)
        let machine = machine(of: client.owner)
        guard machine.standing != .notDetermined || rule?.authorizationStatus != nil else { return nil }
        return rule?.applied(to: machine.authorization) ?? machine.authorization
    }

    /// Whether a rule limits a client to reduced accuracy, whatever gives it access.
    func isLimited(_ client: ClientIdentity) -> Bool {
        !defaults.isAdministrator(client.user)
            && policy.rule(for: client.owner)?.accuracyAuthorization == .reducedAccuracy
    }

    /// The decisions, open requests and rules, as the socket reports them.
    var reports: [ReportedAuthorization] {
        let decided = machines.sorted { ($0.key.user, $0.key.unit ?? "") < ($1.key.user, $1.key.unit ?? "") }
        return decided.map { owner, machine in
            ReportedAuthorization(owner, machine, rule: policy.rule(for: owner))
        } + policy.reports
    }

    /// The records to store, in a stable order.
    var records: [DecisionRecord] {
        machines.filter(\.value.isDecided).map(DecisionRecord.init)
            .sorted { ($0.client.user, $0.client.unit ?? "") < ($1.client.user, $1.client.unit ?? "") }
    }

    /// The owner whose decision applies to a client: the client itself, or its user if only that has a decision.
    private func key(of owner: ClientOwner) -> ClientOwner {
        let user = ClientOwner(user: owner.user)
        if let own = machines[owner], own.standing != .notDetermined { return owner }
        return machines[user].map { $0.standing != .notDetermined } ?? false ? user : owner
    }

    private func machine(of owner: ClientOwner) -> AuthorizationMachine {
        machines[key(of: owner)] ?? AuthorizationMachine()
    }

    /// What the decision that applies to a client gives it.
    private func decided(about owner: ClientOwner) -> Authorization {
        let found = machine(of: owner).authorization
        guard temporary.contains(owner), found.status.isAuthorized else { return found }
        return Authorization(found.status, accuracy: .fullAccuracy)
    }

    // MARK: Changes of it

    /// Replaces the policy; returns whether it changed.
    mutating func apply(_ policy: ClientPolicy) -> Bool {
        defer { self.policy = policy }
        return self.policy != policy
    }

    /// The question that a request opens, and the owner it is about; `nil` if there is nothing to ask. With an agent
    /// (`hasAgent`), a question that nobody was asked opens again.
    mutating func open(
        _ request: AuthorizationRequest, for asker: ClientOwner, current: Authorization, hasAgent: Bool = true,
        at now: Duration
    ) -> (owner: ClientOwner, question: AuthorizationMachine.Question)? {
        let rule = policy.rule(for: asker)
        guard policy.locationServicesEnabled, rule?.authorizationStatus == nil else { return nil }
        let owner = key(of: asker)
        var machine = machines[owner] ?? AuthorizationMachine()
        // Authorization by group membership is not asked about.
        guard machine.standing != .notDetermined || current.status == .notDetermined else { return nil }
        if case .temporaryFullAccuracy = request, rule?.accuracyAuthorization != nil || temporary.contains(asker) {
            return nil
        }
        if let instant = unanswered[owner], now - instant < Self.pause { return nil }
        let isKnown = machines[owner] != nil
        guard isKnown || machines.keys.count(where: { $0.user == asker.user }) < Self.maximumPerUser else {
            return nil
        }
        if hasAgent, unasked.contains(owner), let idle = machine.question { machine.answer(nil, to: idle) }
        guard let question = machine.request(request) else { return nil }
        if hasAgent { unasked.remove(owner) } else { unasked.insert(owner) }
        machines[owner] = machine
        return (owner, question)
    }

    /// Whether the agent may be asked another question about a user's clients, which then counts as open until
    /// ``endAsking(about:)``.
    mutating func beginAsking(about user: UInt32) -> Bool {
        let open = asking[user, default: 0]
        guard open < Self.maximumQuestionsPerUser, asking.values.reduce(0, +) < Self.maximumQuestions else {
            return false
        }
        asking[user] = open + 1
        return true
    }

    /// Notes that the agent has answered a question or failed to.
    mutating func endAsking(about user: UInt32) {
        let open = asking[user, default: 1] - 1
        asking[user] = open > 0 ? open : nil
    }

    /// Applies an answer; `nil` if the agent gave none. `asker`: if that is not the owner of the decision.
    mutating func answer(
        _ answer: AuthorizationMachine.Answer?, to question: AuthorizationMachine.Question, of owner: ClientOwner,
        by asker: ClientOwner? = nil, at now: Duration
    ) -> Change {
        let asker = asker ?? owner
        let before = decided(about: asker)
        let answered = change(owner) { book in
            guard var machine = book.machines[owner] else { return }
            // A user may have any number of units: what is over is forgotten.
            book.unanswered = book.unanswered.filter { now - $0.value < Self.pause }
            book.unanswered[owner] = answer == nil ? now : nil
            machine.answer(answer, to: question)
            // What one of a user's units may have for a moment is not for the others.
            if asker != owner, machine.handOverTemporaryFullAccuracy() { book.temporary.insert(asker) }
            book.machines[owner] = machine.isWorthKnowing ? machine : nil
        }
        // What changed for all units of the user counts more than what the asker has for a moment.
        guard !answered.isOne, temporary.contains(asker) else { return answered }
        return Change(owner: asker, before: before, after: decided(about: asker))
    }

    /// Applies an administrator's decision; throws if the policy rules the client.
    mutating func decide(
        _ decision: AuthorizationDecision, about owner: ClientOwner
    ) throws(VarlinkError) -> Change {
        if case .reset = decision {
        } else if let rule = policy.rule(for: owner), rule.authorizationStatus != nil {
            throw .ruledByPolicy(place: "\(rule.origin)")
        }
        let ended = temporary.filter { $0.user == owner.user }.map { ($0, decided(about: $0)) }
        let result = change(owner) { book in
            var machine = book.machines[owner] ?? AuthorizationMachine()
            machine.decide(decision)
            book.temporary = book.temporary.filter { $0.user != owner.user }
            book.unanswered[owner] = nil
            book.machines[owner] = machine.isWorthKnowing ? machine : nil
        }
        guard !result.isOne else { return result }
        // The decision is the same as before, but what somebody had for a moment ends.
        let ends = ended.map { Change(owner: $0, before: $1, after: decided(about: $0)) }
        return ends.first(where: \.isOne) ?? result
    }

    /// Notes that a client begins (`true`) or ends to use its authorization; returns the authorizations that ended as a
    /// result.
    mutating func use(_ client: ClientIdentity, _ isBeginning: Bool) -> [Change] {
        let owner = client.owner
        let count = (uses[owner] ?? 0) + (isBeginning ? 1 : -1)
        uses[owner] = count > 0 ? count : nil
        guard count <= 0 else { return [] }
        // All units of a user share the user's decision.
        let before = decided(about: owner)
        temporary.remove(owner)
        let own = Change(owner: owner, before: before, after: decided(about: owner))
        let isUserIdle = !uses.keys.contains { $0.user == owner.user }
        let idle = [owner, ClientOwner(user: owner.user)].filter { $0.unit != nil || isUserIdle }
        return (own.isOne ? [own] : [])
            + Set(idle).compactMap { owner in
                guard var machine = machines[owner] else { return nil }
                let before = machine.authorization
                machine.endUse()
                guard machine.authorization != before else { return nil }
                machines[owner] = machine.isWorthKnowing ? machine : nil
                return Change(owner: owner, before: before, after: machine.authorization)
            }
    }

    private mutating func change(_ owner: ClientOwner, _ body: (inout Self) -> Void) -> Change {
        let before = machines[owner]?.authorization ?? AuthorizationMachine().authorization
        unasked.remove(owner)
        body(&self)
        let after = machines[owner]?.authorization ?? AuthorizationMachine().authorization
        return Change(owner: owner, before: before, after: after)
    }
}

extension AuthorizationMachine {
    /// Whether the client has a decision or an open question.
    fileprivate var isWorthKnowing: Bool { standing != .notDetermined || question != nil || isNeverAsked }
}
