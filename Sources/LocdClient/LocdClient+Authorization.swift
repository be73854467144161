public import LocationModel
public import LocdProtocol

extension LocdClient {
    /// What this client may have. The label makes no difference.
    public func authorization(
        label: String? = nil
    ) async throws(LocdClientError) -> (status: AuthorizationStatus, accuracy: AccuracyAuthorization) {
        let reply = try await call(LocationInterface.Authorization.self, LabelParameters(label: label))
        return (reply.authorizationStatus, reply.accuracyAuthorization)
    }

    /// Whether coordinates are for anybody; see ``authorization(label:)``.
    public func locationServicesEnabled() async throws(LocdClientError) -> Bool {
        try await call(LocationInterface.Authorization.self, LabelParameters()).locationServicesEnabled
    }

    /// Asks for coordinates. Where an agent is asked this returns when it has answered, within `timeout`; sessions are told. What
    /// is given once ends with the last session of this client: open one first, or it has ended when this returns.
    /// - Returns: What this client may have then.
    @discardableResult
    public func requestAuthorization(
        _ request: RequestAuthorizationParameters.Request, label: String? = nil, timeout: Duration = .seconds(660)
    ) async throws(LocdClientError) -> Authorization {
        let patient = LocdClient(socketPath: socketPath, timeout: timeout)
        let reply = try await patient.call(
            LocationInterface.RequestAuthorization.self,
            RequestAuthorizationParameters(label: label, request: request))
        return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
    }

    /// Asks for full accuracy until the last session of this client ends. What the answer was the result says.
    /// - Throws: ``LocdClientError``; `refused(.promptDeclined)` where nobody was asked.
    @discardableResult
    public func requestTemporaryFullAccuracyAuthorization(
        purposeKey: String, label: String? = nil, timeout: Duration = .seconds(660)
    ) async throws(LocdClientError) -> Authorization {
        let patient = LocdClient(socketPath: socketPath, timeout: timeout)
        let reply = try await patient.call(
            LocationInterface.RequestTemporaryFullAccuracyAuthorization.self,
            TemporaryFullAccuracyParameters(label: label, purposeKey: purposeKey))
        return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
    }

    /// Allows a client something, for administrators.
    public func authorize(_ parameters: AuthorizeParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.Authorize.self, parameters)
    }

    /// Refuses a client coordinates, for administrators.
    public func deny(_ client: ClientParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.Deny.self, client)
    }

    /// Forgets what was decided about a client, for administrators.
    public func reset(_ client: ClientParameters) async throws(LocdClientError) {
        try await perform(LocationInterface.Reset.self, client)
    }

    /// What is decided and asked for, for administrators.
    public func authorizations() async throws(LocdClientError) -> LocationInterface.Authorizations.Reply {
        try await call(LocationInterface.Authorizations.self, NoParameters())
    }
}
