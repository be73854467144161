/// A part of the daemon that works until it is stopped. ``Supervisor`` runs all of them.
protocol Service: Sendable {
    /// Works until cancelled. A service that returns or throws earlier ends the daemon.
    func run() async throws

    /// Completes what ``run()`` left, such as writing the last lines. Called once after it, and not cancelled.
    func conclude() async
}

extension Service {
    func conclude() async {}
}
