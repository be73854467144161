import Synchronization
import SystemSupport

/// The opening of a port, on a thread of its own: a driver may wait seconds for a device that does not answer.
final class SerialOpen: Sendable {
    private enum Outcome: ~Copyable {
        case opened(SerialPort)
        case failed(SerialPortError)
    }

    private let outcome = Mutex<Outcome?>(nil)

    /// Begins; `onEnd` is called when ``take()`` has a result. Throws if no thread is left.
    init(device: String, baud: Int, onEnd: @escaping @Sendable () -> Void) throws(SystemCallError) {
        try SystemThread.start(named: "locd-open") { [self] in
            var outcome: Outcome?
            do throws(SerialPortError) {
                outcome = .opened(try SerialPort(device: device, baud: baud))
            } catch {
                outcome = .failed(error)
            }
            self.outcome.withLock { swap(&$0, &outcome) }
            onEnd()
        }
    }

    /// The port; `nil` while it is being opened.
    func take() throws(SerialPortError) -> SerialPort? {
        switch outcome.withLock({ $0.take() }) {
        case .opened(let port): port
        case .failed(let error): throw error
        case nil: nil
        }
    }
}
