import Synchronization

/// The basis of a session's diagnostics: the authorization of the program, until the session ends.
final class SessionDiagnostics: Sendable {
    private struct State: Sendable {
        var isOver = false
        var streams: [Task<Void, Never>] = []
    }

    let hub: ClientHub
    private let state = Mutex(State())

    init(hub: ClientHub) {
        self.hub = hub
    }

    /// The state now, and each change; it ends immediately if the session has ended.
    /// - Parameter isConcerned: Whether it matters that somebody is asked.
    func makeStream(
        isConcerned: @escaping @Sendable (ClientAuthorization) -> Bool = { _ in false }
    ) -> AsyncStream<ClientAuthorization> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ClientAuthorization.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            guard !state.isOver else { return continuation.finish() }
            let task = Task { [hub] in
                var last: ClientAuthorization?
                for await var authorization in hub.authorizations() {
                    if authorization.isBeingAsked { authorization.isBeingAsked = isConcerned(authorization) }
                    if authorization != last { continuation.yield(authorization) }
                    last = authorization
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
            state.streams.append(task)
        }
        return stream
    }

    /// Ends it, and all its sequences; false if it had ended before.
    @discardableResult func end() -> Bool {
        let (isFirst, ended) = state.withLock { state in
            defer { (state.isOver, state.streams) = (true, []) }
            return (!state.isOver, state.streams)
        }
        for task in ended { task.cancel() }
        return isFirst
    }
}
