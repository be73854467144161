import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

extension ClientHub {
    /// Asks what the program may have, and tells of it where that changed. Whichever session hears of a change asks, and goes on when
    /// all were told. An answer that was asked for before another one that is known already is no news. Where nobody answers, and nobody ever
    /// did, location services are off; else what was known holds on.
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

    /// Has the managers told what the program may have before something else is told: it may be there before the hub's own session is.
    func learnAuthorizationFirst() async {
        if state.withLock({ $0.currentAuthorization == nil }) { await learnAuthorization() }
    }

    /// Nobody answers.
    func didFindNobody() {
        authorizationDidChange { $0.wasReached ? $0.authorization : .servicesOff }
    }

    /// Whether location services are on. That is asked anew: where what the program may have stays the same, no session is told of it.
    var areServicesEnabled: Bool {
        waitForAnswer()
        return authorization.areServicesEnabled
    }

    /// Whether the daemon ever answered this program; if not, it is asked again.
    var isDaemonKnown: Bool {
        if !state.withLock(\.wasReached) { waitForAnswer() }
        return state.withLock(\.wasReached)
    }

    /// Asks the daemon, and waits a moment for its answer.
    func waitForAnswer() {
        let answer = FirstAnswer()
        Task {
            await learnAuthorization()
            answer.arrive()
        }
        answer.wait()
    }

    /// What the program may have, now or later.
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
        // Whoever is resumed may be cancelled meanwhile, and then takes the lock.
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

    /// Asks for locations. Whoever is asked may take minutes, and nothing waits for that.
    func requestAuthorization(_ request: RequestAuthorizationParameters.Request) {
        Task { await ask(for: request) }
    }

    /// Asks for what a feature needs: locations, and then that they are exact.
    func request(_ request: RequestAuthorizationParameters.Request?, fullAccuracyFor purposeKey: String?) {
        Task {
            if let request { await ask(for: request) }
            if let purposeKey { _ = await requestFullAccuracy(for: purposeKey) }
        }
    }

    /// Asks for locations, until it was answered. Where the daemon is away nobody is asked; that the status changes on its return says so.
    func ask(for request: RequestAuthorizationParameters.Request) async {
        try? await daemon.ask(for: request, label: label)
        await learnAuthorization()
    }

    /// Asks for exact locations for a while.
    /// - Returns: `nil` where somebody answered, yes or no; else ``CLError/promptDeclined``, with why nobody was asked.
    func requestFullAccuracy(for purposeKey: String) async -> CLError? {
        do {
            try await daemon.askForFullAccuracy(purposeKey: purposeKey, label: label)
        } catch {
            return CLError(.promptDeclined, because: error)
        }
        await learnAuthorization()
        return nil
    }

    /// Asks once a connection: to ask is to ask for authorization too, where nobody has decided.
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
    /// Whether it says that what the client may have changed.
    var isOfAuthorization: Bool {
        if case .authorization = self { true } else { false }
    }
}
