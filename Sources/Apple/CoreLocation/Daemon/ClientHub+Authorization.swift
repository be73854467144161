import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// What a held ``CLServiceSession`` requests.
struct ServiceNeeds: Sendable {
    let request: RequestAuthorizationParameters.Request?
    /// Why it needs full accuracy; `nil` if it does not, or once somebody has said no.
    var fullAccuracyPurposeKey: String?
}

extension ClientHub {
    /// Asks for the program's authorization, and reports a change. Every session that hears of a change asks, and
    /// continues when all managers were notified. An answer to an older question than the known one is ignored. If
    /// there is no daemon, and never was, location services are off; otherwise what is known stays.
    func learnAuthorization() async {
        let inquiry = nextInquiry()
        do throws(LocdClientError) {
            let answer = try await daemon.authorization(of: label)
            // The receiver may read the regions at once.
            if answer.isAuthorized { await learnRegions() }
            take(answer, to: inquiry)
        } catch {
            if error.isOfAbsence { didFindNobody() }
        }
    }

    /// The same for a property: on the calling thread, within half a second. In a task it may be the only thread of the
    /// pool, so nothing here waits for another one.
    func learnAuthorizationNow() {
        let inquiry = nextInquiry()
        do throws(LocdClientError) {
            let reply = try askNow { () throws(LocdClientError) in try daemon.authorizationNow(of: label) }
            let answer = ClientAuthorization(reply)
            if answer.isAuthorized { learnRegionsNow() }
            take(answer, to: inquiry)
            state.withLock { state in
                state.isHeadingAvailable = reply.headingAvailable
                state.isStepCountingAvailable = reply.stepCountingAvailable
            }
        } catch {
            if error.isOfAbsence { didFindNobody() }
        }
    }

    /// Asks the daemon for a property, and waits for the answer. After a timeout other properties fail without waiting,
    /// until a question in the background has ended.
    func askNow<Answer>(
        _ question: () throws(LocdClientError) -> Answer
    ) throws(LocdClientError) -> Answer {
        if let known = state.withLock(\.hanging) { throw known }
        do throws(LocdClientError) {
            return try question()
        } catch {
            if error.code == .timedOut {
                state.withLock { $0.hanging = error }
                Task {
                    await learnAuthorization()
                    state.withLock { $0.hanging = nil }
                }
            }
            throw error
        }
    }

    private func nextInquiry() -> Int {
        state.withLock { state in
            state.inquiries += 1
            return state.inquiries
        }
    }

    private func take(_ answer: ClientAuthorization, to inquiry: Int) {
        authorizationDidChange { state in
            state.wasReached = true
            state.hanging = nil
            guard inquiry > state.latestInquiry else { return nil }
            state.latestInquiry = inquiry
            return answer
        }
        if answer.isAuthorized { enqueue(.takeUp) }
    }

    /// Notifies the managers of the program's authorization before another event: that event may arrive earlier than
    /// the hub's own session.
    func learnAuthorizationFirst() async {
        // If it is being told, it counts when all managers were told.
        let isKnown = delivering.withLock { _ in state.withLock { $0.currentAuthorization != nil } }
        if !isKnown { await learnAuthorization() }
    }

    /// There is no daemon.
    func didFindNobody() {
        authorizationDidChange { $0.wasReached ? $0.authorization : .servicesOff }
    }

    /// Whether location services are on. It asks each time: if the program's own authorization stays the same, no
    /// session is notified.
    var areServicesEnabled: Bool { afterAsking { $0.authorization?.areServicesEnabled ?? false } }

    /// Whether the daemon listens to beacons.
    var isRangingAvailable: Bool { afterAsking { $0.authorization?.isRangingAvailable ?? false } }

    /// Whether the daemon ever answered this program; if not, it is asked again.
    var isDaemonKnown: Bool { state.withLock(\.wasReached) || afterAsking(\.wasReached) }

    /// Whether headings can be expected. It asks each time: a compass may come and go.
    var isHeadingAvailable: Bool { afterAsking(\.isHeadingAvailable) }

    /// Whether anything counts steps. It asks each time: a watch may begin to report them.
    var isStepCountingAvailable: Bool { afterAsking(\.isStepCountingAvailable) }

    private func afterAsking(_ answer: (State) -> Bool) -> Bool {
        learnAuthorizationNow()
        return state.withLock { answer($0) }
    }

    /// The program's authorization, now or later.
    func authorizationDidChange(to authorization: ClientAuthorization) {
        authorizationDidChange { _ in authorization }
        if authorization.isAuthorized { enqueue(.takeUp) }
    }

    /// A ``CLServiceSession`` began. While it is held the program has a session, so that what was granted for this use
    /// lasts, and whenever a daemon appears, that is asked for what is needed.
    func hold(_ id: ObjectIdentifier, for needs: ServiceNeeds) {
        let isOpen = state.withLock { state in
            state.serviceSessions[id] = needs
            return state.listening != nil && !state.isOpening
        }
        authorizationDidChange { $0.currentAuthorization }
        begin()
        if isOpen { request(needs, of: id) }
    }

    func release(_ id: ObjectIdentifier) {
        endIfAlone { $0.serviceSessions[id] = nil }
        authorizationDidChange { $0.currentAuthorization }
    }

    /// A question for a person was put (1), or is over (-1).
    private func questionsDidChange(by count: Int) {
        state.withLock { $0.questions += count }
        authorizationDidChange { $0.currentAuthorization }
    }

    /// Changes are decided about and told one after the other.
    private func authorizationDidChange(as find: (inout State) -> ClientAuthorization?) {
        delivering.withLock { _ in
            let change = state.withLock { state -> AuthorizationChange? in
                guard var authorization = find(&state) else { return nil }
                authorization.lacksServiceSession = state.lacksServiceSession
                authorization.isBeingAsked = state.questions > 0
                guard !state.isAuthorizationCurrent || state.authorization != authorization else { return nil }
                state.authorization = authorization
                state.isAuthorizationCurrent = state.listening != nil
                return AuthorizationChange(
                    authorization: authorization, managers: Array(state.managers.values),
                    watchers: Array(state.watchers.values))
            }
            // A resumed caller may be cancelled meanwhile, and then takes the state's lock.
            change?.deliver()
            deliverWaiting()
        }
    }

    /// The new authorization of the program, and the managers that receive it.
    private struct AuthorizationChange {
        let authorization: ClientAuthorization
        let managers: [ManagerReference]
        let watchers: [AsyncStream<ClientAuthorization>.Continuation]

        func deliver() {
            for manager in managers { manager.authorizationDidChange(to: authorization) }
            for watcher in watchers { watcher.yield(authorization) }
        }
    }

    /// Requests locations. The answer may take minutes, and nothing waits for it.
    func requestAuthorization(_ request: RequestAuthorizationParameters.Request) {
        self.request(ServiceNeeds(request: request), of: nil)
    }

    /// Requests what a feature needs: locations, and then full accuracy.
    func request(_ needs: ServiceNeeds, of session: ObjectIdentifier?) {
        guard needs.request != nil || needs.fullAccuracyPurposeKey != nil else { return }
        questionsDidChange(by: 1)
        let call = PendingCall(of: daemon)
        Task {
            if let request = needs.request { await ask(for: request) }
            if let key = needs.fullAccuracyPurposeKey, await requestFullAccuracy(for: key) == nil, let session {
                // A no is final as long as the session is held; a yes ends with the daemon, and is asked for again.
                state.withLock { state in
                    guard state.currentAuthorization?.accuracy == .reducedAccuracy else { return }
                    state.serviceSessions[session]?.fullAccuracyPurposeKey = nil
                }
            }
            questionsDidChange(by: -1)
            withExtendedLifetime(call) {}
        }
    }

    /// Requests locations, until there is an answer. If the daemon is away, nobody is asked; the change of the status
    /// on its return shows that.
    private func ask(for request: RequestAuthorizationParameters.Request) async {
        await waitForSession()
        try? await daemon.ask(for: request, label: label)
        await learnAuthorization()
    }

    /// Requests full accuracy for a while.
    /// - Returns: `nil` if somebody answered, yes or no; otherwise ``CLError/promptDeclined``, with the reason why
    ///   nobody was asked.
    func requestFullAccuracy(for purposeKey: String) async -> CLError? {
        questionsDidChange(by: 1)
        defer { questionsDidChange(by: -1) }
        await waitForSession()
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
        while let changes = unknownRegions, let regions = try? await daemon.regions(label: label) {
            take(regions, since: changes)
        }
    }

    func learnRegionsNow() {
        while let changes = unknownRegions,
            let regions = try? askNow({ () throws(LocdClientError) in try daemon.regionsNow(label: label) })
        {
            take(regions, since: changes)
        }
    }

    /// How often the regions have changed, if the daemon must still be asked for them.
    private var unknownRegions: Int? { state.withLock { $0.knowsRegions ? nil : $0.regionChanges } }

    /// Takes the daemon's regions, unless some were started or stopped since it was asked: the answer may be older.
    private func take(_ regions: [MonitoredRegion], since changes: Int) {
        state.withLock { state in
            guard !state.knowsRegions, state.regionChanges == changes else { return }
            state.knowsRegions = true
            state.regions = regions.own.filter { !state.pendingStops.contains($0.key) }
        }
    }
}

extension [MonitoredRegion] {
    /// The program's own regions: neither the administrator's nor those that other programs share.
    var own: [String: Region] {
        Dictionary(
            filter { $0.owner == nil && $0.isAdministered != true }.compactMap { try? $0.region.region() }
                .map { ($0.identifier, $0) }
        ) { $1 }
    }
}

extension LocationEvent {
    /// Whether it reports a change of the client's authorization.
    var isOfAuthorization: Bool {
        if case .authorization = self { true } else { false }
    }
}
