import LocdProtocol

extension LocationSession {
    /// Sends the requested changes to the daemon. If the daemon cannot accept them now, sends them again according to
    /// the ``Reconnection``.
    /// - Throws: If the daemon refuses a change, which is then taken back; or if the retries are exhausted, and then
    ///   the change is sent with the next one.
    func synchronize() async throws(LocdClientError) {
        var failures = 0
        while true {
            do throws(LocdClientError) {
                return try await synchronizeOnce()
            } catch {
                failures += 1
                guard error.mayPass, let pause = reconnection.pause(after: failures) else { throw error }
                do {
                    try await rest(pause)
                } catch {
                    throw LocdClientError(.cancelled, socketPath: client.socketPath)
                }
            }
        }
    }

    /// Sends the requested changes that the daemon does not have yet, one after another: concurrent callers wait for
    /// their turn, so that a late start never undoes a stop.
    ///
    /// Losing the session meanwhile is not an error: the next one begins with the requested settings.
    func synchronizeOnce() async throws(LocdClientError) {
        try await synchronizing.withPermit { () async throws(LocdClientError) in
            while let task = nextToSend() {
                do throws(LocdClientError) {
                    try await send(task.change, of: task.identifier)
                } catch {
                    if error.isLossOfSession { return }
                    if error.isRefusal { revert(task) }
                    throw error
                }
                didSend(task)
            }
        }
    }

    private func send(_ change: SessionChange, of session: String) async throws(LocdClientError) {
        let only = SessionParameters(session: session)
        func services(_ services: Set<SessionService>) -> ServicesParameters {
            ServicesParameters(session: session, services: SessionService.allCases.filter(services.contains))
        }
        switch change {
        case .settings(let settings):
            try await client.perform(
                LocationInterface.Configure.self, ConfigureParameters(session: session, settings: settings))
        case .start(let more): try await client.perform(LocationInterface.Start.self, services(more))
        case .stop(let less): try await client.perform(LocationInterface.Stop.self, services(less))
        case .background(true): try await client.perform(LocationInterface.EnterBackground.self, only)
        case .background(false): try await client.perform(LocationInterface.EnterForeground.self, only)
        case .sleep(true): try await client.perform(LocationInterface.Sleep.self, only)
        case .sleep(false): try await client.perform(LocationInterface.Wake.self, only)
        }
    }
}

extension LocdClientError {
    /// Whether the daemon or the session is gone.
    fileprivate var isLossOfSession: Bool {
        [.notReachable, .disconnected, .refused(.noSuchSession)].contains(code)
    }

    /// Whether the daemon will never accept the change.
    fileprivate var isRefusal: Bool {
        switch code {
        case .refused: !mayPass
        case .invalidCall: true
        default: false
        }
    }
}
