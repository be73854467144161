public import LocationModel
public import LocdProtocol

extension LocdClient {
    /// The authorization of this client. The label is not considered.
    public func authorization(
        label: String? = nil
    ) async throws(LocdClientError) -> (status: AuthorizationStatus, accuracy: AccuracyAuthorization) {
        let reply = try await call(LocationInterface.Authorization.self, LabelParameters(label: label))
        return (reply.authorizationStatus, reply.accuracyAuthorization)
    }

    /// False if the administrator disabled coordinates for all clients; see ``authorization(label:)``.
    public func locationServicesEnabled() async throws(LocdClientError) -> Bool {
        try await call(LocationInterface.Authorization.self, LabelParameters()).locationServicesEnabled
    }

    /// Whether headings can be expected: the receiver has reported one, or the machine has a compass.
    public func headingAvailable() async throws(LocdClientError) -> Bool {
        try await call(LocationInterface.Authorization.self, LabelParameters()).headingAvailable
    }

    /// Whether anything counts steps: the machine has a step counter, or another device has reported steps.
    public func stepCountingAvailable() async throws(LocdClientError) -> Bool {
        try await call(LocationInterface.Authorization.self, LabelParameters()).stepCountingAvailable
    }

    /// Reports steps that another device counted; for administrators, and for those whom the policy lets.
    public func report(_ steps: StepCount) async throws(LocdClientError) {
        try await perform(LocationInterface.ReportSteps.self, StepsParameters(steps))
    }

    /// Requests authorization. If an agent is asked, this returns after its answer, within `timeout`; sessions receive
    /// an event. An authorization that is granted once ends with the last session of this client, so open a session
    /// first.
    /// - Returns: The resulting authorization.
    @discardableResult
    public func requestAuthorization(
        _ request: RequestAuthorizationParameters.Request, label: String? = nil, purpose: String? = nil,
        timeout: Duration = .seconds(660)
    ) async throws(LocdClientError) -> Authorization {
        let patient = LocdClient(socketPath: socketPath, timeout: timeout)
        let reply = try await patient.call(
            LocationInterface.RequestAuthorization.self,
            RequestAuthorizationParameters(label: label, request: request, purpose: purpose))
        return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
    }

    /// Requests full accuracy until the last session of this client ends. The result reflects the answer.
    /// - Throws: ``LocdClientError``; `refused(.promptDeclined)` if nobody was asked.
    @discardableResult
    public func requestTemporaryFullAccuracyAuthorization(
        purposeKey: String, label: String? = nil, purpose: String? = nil, timeout: Duration = .seconds(660)
    ) async throws(LocdClientError) -> Authorization {
        let patient = LocdClient(socketPath: socketPath, timeout: timeout)
        let reply = try await patient.call(
            LocationInterface.RequestTemporaryFullAccuracyAuthorization.self,
            TemporaryFullAccuracyParameters(label: label, purposeKey: purposeKey, purpose: purpose))
        return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
    }

    /// Changes what the recorder asks of the receiver and writes; for administrators.
    public func overrideRecorder(_ parameters: OverrideRecorderParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.OverrideRecorder.self, parameters)
    }

    /// Authorizes a client; for administrators.
    public func authorize(_ parameters: AuthorizeParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.Authorize.self, parameters)
    }

    /// Denies a client access to coordinates; for administrators.
    public func deny(_ client: ClientParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.Deny.self, client)
    }

    /// Deletes the stored decision for a client; for administrators.
    public func reset(_ client: ClientParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.Reset.self, client)
    }

    /// The stored decisions and open requests; for administrators.
    public func authorizations() async throws(LocdClientError) -> LocationInterface.Authorizations.Reply {
        try await call(LocationInterface.Authorizations.self, NoParameters())
    }
}
