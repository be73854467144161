public import LocdProtocol

extension LocdClient {
    /// Receives questions about clients without a stored decision, until the connection ends or the task is cancelled.
    ///
    /// - Parameter body: Called with each reply in order; the first has neither a question nor a withdrawal.
    /// - Throws: ``LocdClientError``; `refused(.permissionDenied)` if the user may not decide, `disconnected` at the end.
    public func serveAsAgent(
        _ body: (LocationInterface.Agent.Reply) async throws(LocdClientError) -> Void
    ) async throws(LocdClientError) {
        let call: [UInt8]
        do {
            call = try VarlinkCall.encode(LocationInterface.Agent.self, NoParameters(), more: true)
        } catch {
            throw LocdClientError(.invalidCall, socketPath: socketPath, cause: error.description)
        }
        let stream = try await ReplyStream(socketPath: socketPath, call: call, timeout: timeout)
        while let message = try await stream.next() {
            switch VarlinkAnswer<LocationInterface.Agent.Reply>(message: message) {
            case .reply(let reply, _): try await body(reply)
            case .error(let error): throw LocdClientError(.refused(error), socketPath: socketPath)
            case .unreadable(let sentence):
                throw LocdClientError(.unreadable, socketPath: socketPath, cause: sentence)
            }
        }
        throw LocdClientError(.disconnected, socketPath: socketPath)
    }
}
