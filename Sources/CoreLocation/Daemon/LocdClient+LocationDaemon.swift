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

    func ask(for request: RequestAuthorizationParameters.Request, label: String) async throws(LocdClientError) {
        try await requestAuthorization(request, label: label)
    }

    func askForFullAccuracy(purposeKey: String, label: String) async throws(LocdClientError) {
        try await requestTemporaryFullAccuracyAuthorization(purposeKey: purposeKey, label: label)
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
