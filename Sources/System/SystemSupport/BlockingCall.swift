internal import Synchronization

/// A call that blocks, on a thread of its own: libgps while it connects, a driver that waits for its device, or the
/// name service. Once it ends, the result of one that was let go of is released.
package final class BlockingCall<Value: ~Copyable & Sendable, Failure: Error>: Sendable {
    private enum Outcome: ~Copyable {
        case value(Value)
        case failure(Failure)
    }

    private let outcome = Mutex<Outcome?>(nil)

    /// Begins; `onEnd` is called when ``take()`` has a result. Throws if no thread is left. `name` is shown by `ps -L`.
    package init(
        named name: String, _ call: @escaping @Sendable () throws(Failure) -> Value,
        onEnd: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        try SystemThread.start(named: name) { [self] in
            var outcome: Outcome?
            do throws(Failure) {
                outcome = .value(try call())
            } catch {
                outcome = .failure(error)
            }
            self.outcome.withLock { swap(&$0, &outcome) }
            onEnd()
        }
    }

    /// The result, once; `nil` while the call goes on.
    package func take() throws(Failure) -> Value? {
        switch outcome.withLock({ $0.take() }) {
        case .value(let value): value
        case .failure(let failure): throw failure
        case nil: nil
        }
    }
}
