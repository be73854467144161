import LocationModel
import LocdConfiguration
import LocdProtocol

/// What each client may have: the policy first, then what was decided, then what holds for users of whom nobody has decided
/// anything. A value that decides; ``ClientAuthority`` asks, keeps and logs.
///
/// The label of a client has no part in it: anybody may call itself anything.
struct AuthorizationBook: Sendable {
    /// A client whose authorization was looked at: what it was, and what it is.
    struct Change: Sendable, Hashable {
        var owner: ClientOwner
        var before: Authorization
        var after: Authorization

        /// Whether it is another one.
        var isOne: Bool { before != after }
    }

    /// Clients of a user that may wait for an answer, or be asked about: a user may have any number of units.
    static let maximumPerUser = 32
    /// How long an agent that gave no answer is not asked about the same client again.
    static let pause = Duration.seconds(60)
    /// Questions that may be open at the agent at a time.
    static let maximumQuestions = 8

    let defaults: DefaultAuthority
    private(set) var policy: ClientPolicy
    private var machines: [ClientOwner: AuthorizationMachine] = [:]
    private var uses: [ClientOwner: Int] = [:]
    private var unanswered: [ClientOwner: Duration] = [:]
    private var asking = 0

    /// A book that goes on where `records` end.
    init(defaults: DefaultAuthority, policy: ClientPolicy, resuming records: [DecisionRecord]) {
        self.defaults = defaults
        self.policy = policy
        for record in records { machines[record.client] = record.machine }
    }

    // MARK: Questions about it

    /// What a client may have, and who says so.
    func verdict(on owner: ClientOwner, at peer: Peer) -> (authorization: Authorization, reason: String) {
        if defaults.isAdministrator(peer) { return (.everything, "root, or the user that runs locd") }
        guard policy.locationServicesEnabled else {
            return (Authorization(.denied), "locationServicesEnabled is false in the policy")
        }
        var found = machine(of: owner).authorization
        var reason = "decision of an administrator or the agent"
        if found.status == .notDetermined {
            found = defaults.authorization(of: ClientIdentity(user: owner.user), at: peer)
            reason = found.status == .notDetermined ? "no decision stored" : "member of the group locd"
        }
        guard let rule = policy.rule(for: owner) else { return (found, reason) }
        return (rule.applied(to: found), "the policy, \(rule.origin)")
    }

    /// What a client that is away may have; `nil` if only its connection would tell.
    func authorization(ofAbsent client: ClientIdentity) -> Authorization? {
        if defaults.isAdministrator(client.user) { return .everything }
        guard policy.locationServicesEnabled else { return Authorization(.denied) }
        let rule = policy.rule(for: client.owner)
        let machine = machine(of: client.owner)
        guard machine.standing != .notDetermined || rule?.authorizationStatus != nil else { return nil }
        return rule?.applied(to: machine.authorization) ?? machine.authorization
    }

    /// What was decided, asked for and ruled, as the socket reports it.
    var reports: [ReportedAuthorization] {
        let decided = machines.sorted { ($0.key.user, $0.key.unit ?? "") < ($1.key.user, $1.key.unit ?? "") }
        return decided.map { owner, machine in
            ReportedAuthorization(owner, machine, rule: policy.rule(for: owner))
        } + policy.reports
    }

    /// What is to be kept, in an order that is always the same.
    var records: [DecisionRecord] {
        machines.filter(\.value.isDecided).map(DecisionRecord.init)
            .sorted { ($0.client.user, $0.client.unit ?? "") < ($1.client.user, $1.client.unit ?? "") }
    }

    /// Under whom it is known what a client may have: itself, else its user, if that is decided.
    private func key(of owner: ClientOwner) -> ClientOwner {
        let user = ClientOwner(user: owner.user)
        if let own = machines[owner], own.standing != .notDetermined { return owner }
        return machines[user].map { $0.standing != .notDetermined } ?? false ? user : owner
    }

    private func machine(of owner: ClientOwner) -> AuthorizationMachine {
        machines[key(of: owner)] ?? AuthorizationMachine()
    }

    // MARK: Changes of it

    /// Takes another policy; whether it is another one.
    mutating func apply(_ policy: ClientPolicy) -> Bool {
        defer { self.policy = policy }
        return self.policy != policy
    }

    /// The question that a request opens, and of whom; `nil` if there is nothing to ask.
    mutating func open(
        _ request: AuthorizationRequest, for asker: ClientOwner, current: Authorization, at now: Duration
    ) -> (owner: ClientOwner, question: AuthorizationMachine.Question)? {
        let rule = policy.rule(for: asker)
        guard policy.locationServicesEnabled, rule?.authorizationStatus == nil else { return nil }
        let owner = key(of: asker)
        var machine = machines[owner] ?? AuthorizationMachine()
        // What a group may have is not asked about.
        guard machine.standing != .notDetermined || current.status == .notDetermined else { return nil }
        if case .temporaryFullAccuracy = request, rule?.accuracyAuthorization != nil { return nil }
        if let instant = unanswered[owner], now - instant < Self.pause { return nil }
        let isKnown = machines[owner] != nil
        guard isKnown || machines.keys.count(where: { $0.user == asker.user }) < Self.maximumPerUser else {
            return nil
        }
        guard let question = machine.request(request) else { return nil }
        machines[owner] = machine
        return (owner, question)
    }

    /// Whether the agent may be asked one question more; then it counts as open until ``endAsking()``.
    mutating func beginAsking() -> Bool {
        guard asking < Self.maximumQuestions else { return false }
        asking += 1
        return true
    }

    /// The agent has answered a question, or given it up.
    mutating func endAsking() {
        asking -= 1
    }

    /// Takes an answer, or (`nil`) that there was none.
    mutating func answer(
        _ answer: AuthorizationMachine.Answer?, to question: AuthorizationMachine.Question, of owner: ClientOwner,
        at now: Duration
    ) -> Change {
        change(owner) { book in
            guard var machine = book.machines[owner] else { return }
            book.unanswered[owner] = answer == nil ? now : nil
            machine.answer(answer, to: question)
            book.machines[owner] = machine.isWorthKnowing ? machine : nil
        }
    }

    /// Takes an administrator's decision; throws if the policy has decided.
    mutating func decide(
        _ decision: AuthorizationDecision, about owner: ClientOwner
    ) throws(VarlinkError) -> Change {
        if case .reset = decision {
        } else if let rule = policy.rule(for: owner), rule.authorizationStatus != nil {
            throw .ruledByPolicy(place: "\(rule.origin)")
        }
        return change(owner) { book in
            var machine = book.machines[owner] ?? AuthorizationMachine()
            machine.decide(decision)
            book.unanswered[owner] = nil
            book.machines[owner] = machine.isWorthKnowing ? machine : nil
        }
    }

    /// A client begins (`true`) or ends to use what it may have: the authorizations that ended with that.
    mutating func use(_ client: ClientIdentity, _ isBeginning: Bool) -> [Change] {
        let owner = client.owner
        let count = (uses[owner] ?? 0) + (isBeginning ? 1 : -1)
        uses[owner] = count > 0 ? count : nil
        guard count <= 0 else { return [] }
        // What was decided of the user is used by all of its units.
        let isUserIdle = !uses.keys.contains { $0.user == owner.user }
        let idle = [owner, ClientOwner(user: owner.user)].filter { $0.unit != nil || isUserIdle }
        return Set(idle).compactMap { owner in
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
        body(&self)
        let after = machines[owner]?.authorization ?? AuthorizationMachine().authorization
        return Change(owner: owner, before: before, after: after)
    }
}

extension AuthorizationMachine {
    /// Whether there is anything to know of the client.
    fileprivate var isWorthKnowing: Bool { standing != .notDetermined || question != nil }
}
