import LocationModel
import LocdClient
import LocdProtocol

extension LocdClient: LocationDaemon {
    /// A session that looks for a daemon that is away every five seconds.
    func openSession(
        label: String, services: Set<SessionService>, settings: SessionSettings
    ) -> any DaemonSession {
        session(
            label: label, services: services, settings: settings,
            reconnection: Reconnection(longest: .seconds(5)))
    }

    func authorization(of label: String) async throws(LocdClientError) -> ClientAuthorization {
        ClientAuthorization(try await call(LocationInterface.Authorization.self, LabelParameters(label: label)))
    }

    /// How long a property waits for a daemon that hangs.
    private static let patience = Duration.milliseconds(500)

    func authorizationNow(of label: String) throws(LocdClientError) -> LocationInterface.Authorization.Reply {
        try exchange(LocationInterface.Authorization.self, LabelParameters(label: label), within: Self.patience)
    }

    func latestLocationNow() throws(LocdClientError) -> Location? {
        try exchange(LocationInterface.Status.self, NoParameters(), within: Self.patience).location?.location
    }

    func regionsNow(label: String) throws(LocdClientError) -> [MonitoredRegion] {
        try exchange(LocationInterface.Regions.self, LabelParameters(label: label), within: Self.patience).regions
    }

    func ask(for request: RequestAuthorizationParameters.Request, label: String) async throws(LocdClientError) {
        try await requestAuthorization(request, label: label, purpose: UsageDescriptions.own.sentence(for: request))
    }

    func askForFullAccuracy(purposeKey: String, label: String) async throws(LocdClientError) {
        try await requestTemporaryFullAccuracyAuthorization(
            purposeKey: purposeKey, label: label, purpose: UsageDescriptions.own.sentence(forKey: purposeKey))
    }

    func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}

extension LocationSession: DaemonSession {
    var updates: any AsyncSequence<SessionUpdate, LocdClientError> { self }

    func startService(_ service: SessionService) async throws(LocdClientError) {
        try await start(service)
    }

    func stopService(_ service: SessionService) async throws(LocdClientError) {
        try await stop(service)
    }
}
