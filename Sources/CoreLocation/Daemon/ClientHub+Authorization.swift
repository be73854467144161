import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

extension ClientHub {
    /// Asks for the program's authorization, and reports a change. Every session that hears of a change asks, and
    /// continues when all managers were notified. An answer to an older question than the known one is ignored. If the
    /// daemon does not answer, and never did, location services are off; otherwise the known authorization stays.
    func learnAuthorization() async {
        let inquiry = state.withLock { state in
            state.inquiries += 1
            return state.inquiries
        }
        let answer: ClientAuthorization
        do throws(LocdClientError) {
            answer = try await daemon.authorization(of: label)
        } catch {
            if error.isUnreachable { didFindNobody() }
            return
        }
        // The receiver may read the regions at once.
        if answer.isAuthorized { await learnRegions() }
        telling.withLock { _ in
            let isLatest = state.withLock { state in
                state.wasReached = true
                guard inquiry > state.latestInquiry else { return false }
                state.latestInquiry = inquiry
                return true
            }
            if isLatest { authorizationDidChange(to: answer) }
        }
    }

    /// Notifies the managers of the program's authorization before another event: that event may arrive earlier than
    /// the hub's own session.
    func learnAuthorizationFirst() async {
        if state.withLock({ $0.currentAuthorization == nil }) { await learnAuthorization() }
    }

    /// The daemon does not answer.
    func didFindNobody() {
        authorizationDidChange { $0.wasReached ? $0.authorization : .servicesOff }
    }

    /// Whether location services are on. It asks each time: if the program's own authorization stays the same, no
    /// session is notified.
    var areServicesEnabled: Bool {
        waitForAnswer()
        return authorization.areServicesEnabled
    }

    /// Whether the daemon listens to beacons.
    var isRangingAvailable: Bool {
        waitForAnswer()
        return authorization.isRangingAvailable
    }

    /// Whether the daemon ever answered this program; if not, it is asked again.
    var isDaemonKnown: Bool {
        if !state.withLock(\.wasReached) { waitForAnswer() }
        return state.withLock(\.wasReached)
    }

    /// Whether headings can be expected. It asks each time: a compass may come and go.
    var isHeadingAvailable: Bool { ask(\.isHeadingAvailable) { try await $0.headingAvailable() } }

    /// Whether anything counts steps. It asks each time: a watch may begin to report them.
    var isStepCountingAvailable: Bool { ask(\.isStepCountingAvailable) { try await $0.stepCountingAvailable() } }

    /// Asks the daemon for the program's authorization, and waits a moment for its answer.
    func waitForAnswer() {
        wait { await self.learnAuthorization() }
    }

    /// Asks the daemon, waits a moment for its answer, and returns the latest one.
    private func ask(
        _ known: any WritableKeyPath<State, Bool> & Sendable,
        _ question: @escaping @Sendable (any LocationDaemon) async throws -> Bool
    ) -> Bool {
        wait {
            guard let answer = try? await question(self.daemon) else { return }
            self.state.withLock { $0[keyPath: known] = answer }
        }
        return state.withLock { $0[keyPath: known] }
    }

    private func wait(for work: @escaping @Sendable () async -> Void) {
        let answer = FirstAnswer()
        Task {
            await work()
            answer.arrive()
        }
        answer.wait()
    }

    /// The program's authorization, now or later.
    func authorizationDidChange(to authorization: ClientAuthorization) {
        authorizationDidChange { _ in authorization }
        if authorization.isAuthorized { enqueue(.takeUp) }
    }

    private func authorizationDidChange(as find: (State) -> ClientAuthorization?) {
        let change = state.withLock { state -> AuthorizationChange? in
            guard let authorization = find(state),
                !state.isAuthorizationCurrent || state.authorization != authorization
            else { return nil }
            state.authorization = authorization
            state.isAuthorizationCurrent = state.listening != nil
            if state.isAuthorizationCurrent { state.firstAnswer.arrive() }
            return AuthorizationChange(
                authorization: authorization, managers: Array(state.managers.values),
                watchers: Array(state.watchers.values))
        }
        // A resumed caller may be cancelled meanwhile, and then takes the lock.
        change?.tell()
    }

    /// The new authorization of the program, and the managers that receive it.
    private struct AuthorizationChange {
        let authorization: ClientAuthorization
        let managers: [ManagerReference]
        let watchers: [AsyncStream<ClientAuthorization>.Continuation]

        func tell() {
            for manager in managers { manager.authorizationDidChange(to: authorization) }
            for watcher in watchers { watcher.yield(authorization) }
        }
    }

    /// Requests locations. The answer may take minutes, and nothing waits for it.
    func requestAuthorization(_ request: RequestAuthorizationParameters.Request) {
        Task { await ask(for: request) }
    }

    /// Requests what a feature needs: locations, and then full accuracy.
    func request(_ request: RequestAuthorizationParameters.Request?, fullAccuracyFor purposeKey: String?) {
        Task {
            if let request { await ask(for: request) }
            if let purposeKey { _ = await requestFullAccuracy(for: purposeKey) }
        }
    }

    /// Requests locations, until there is an answer. If the daemon is away, nobody is asked; the change of the status
    /// on its return shows that.
    func ask(for request: RequestAuthorizationParameters.Request) async {
        try? await daemon.ask(for: request, label: label)
        await learnAuthorization()
    }

    /// Requests full accuracy for a while.
    /// - Returns: `nil` if somebody answered, yes or no; otherwise ``CLError/promptDeclined``, with the reason why
    ///   nobody was asked.
    func requestFullAccuracy(for purposeKey: String) async -> CLError? {
        do {
            try await daemon.askForFullAccuracy(purposeKey: purposeKey, label: label)
        } catch {
            return CLError(.promptDeclined, because: error)
        }
        await learnAuthorization()
        return nil
    }

    /// Asks once a connection: if no decision is stored, asking also requests authorization.
    private func learnRegions() async {
        while let changes = state.withLock({ $0.knowsRegions ? nil : $0.regionChanges }) {
            guard let regions = try? await daemon.regions(label: label) else { return }
            state.withLock { state in
                // An answer may be older than what was started or stopped while it was awaited.
                guard !state.knowsRegions, state.regionChanges == changes else { return }
                state.knowsRegions = true
                state.regions = Dictionary(
                    regions.compactMap { try? $0.region.region() }
                        .filter { !state.pendingStops.contains($0.identifier) }.map { ($0.identifier, $0) }
                ) { $1 }
            }
        }
    }
}

extension LocationEvent {
    /// Whether it reports a change of the client's authorization.
    var isOfAuthorization: Bool {
        if case .authorization = self { true } else { false }
    }
}
