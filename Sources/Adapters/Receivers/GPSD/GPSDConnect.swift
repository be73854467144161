import LocationModel
import Synchronization
import SystemSupport

/// A connect to gpsd, on a thread of its own, because libgps blocks while it connects. One that is let go of closes its
/// connection when it has it.
final class GPSDConnect: Sendable {
    private enum Outcome: ~Copyable {
        case connected(GPSDConnection)
        case failed(GPSDConnection.Failure)
    }

    private let outcome = Mutex<Outcome?>(nil)

    /// Begins; `onEnd` is called when ``take()`` has a result. Throws if no thread is left.
    init(to address: GPSDAddress, onEnd: @escaping @Sendable () -> Void) throws(SystemCallError) {
        try SystemThread.start(named: "locd-connect") { [weak self] in
            var outcome: Outcome?
            do throws(GPSDConnection.Failure) {
                outcome = .connected(try GPSDConnection(host: address.host, port: address.port))
            } catch {
                outcome = .failed(error)
            }
            guard let self else { return }
            self.outcome.withLock { swap(&$0, &outcome) }
            onEnd()
        }
    }

    /// The connection; `nil` while it is being made.
    func take() throws(GPSDConnection.Failure) -> GPSDConnection? {
        switch outcome.withLock({ $0.take() }) {
        case .connected(let connection): connection
        case .failed(let failure): throw failure
        case nil: nil
        }
    }
}
