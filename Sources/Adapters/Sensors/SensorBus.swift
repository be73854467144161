import Bus
import LocationServices
import Synchronization
import SystemSupport

/// The connection of one sensor to the system bus, served on a thread of its own. When it ends, a new one begins after
/// a while.
///
/// A sensor keeps what it wants in its own state, and reads it when a connection begins: ``put(_:)`` reaches only a
/// connection that is there.
final class SensorBus<Item: Sendable>: Sendable {
    private let thread: String
    private let last: Item
    private let mailbox = Mutex<BusMailbox<Item>?>(nil)

    /// No connection yet.
    /// - Parameters:
    ///   - thread: The name of the thread.
    ///   - last: The item that ends a connection.
    init(thread: String, endingWith last: Item) {
        self.thread = thread
        self.last = last
    }

    /// Adds an item for the connection, if there is one. Returns immediately.
    func put(_ item: Item) {
        mailbox.withLock { $0?.put(item) }
    }

    /// Serves one connection after another until cancelled, with a pause between them.
    /// - Parameters:
    ///   - serve: Serves a connection on its thread, until the mailbox says so or the bus is gone.
    ///   - ended: Called after each connection, with the error if there was one.
    func run(
        pause: Duration, clock: MonotonicClock,
        serve: @escaping @Sendable (BusMailbox<Item>) throws(SystemCallError) -> Void,
        ended: @Sendable (SystemCallError?) -> Void
    ) async {
        while !Task.isCancelled {
            ended(await connect(serve))
            do { try await clock.sleep(clock.now() + pause) } catch { break }
        }
    }

    private func connect(
        _ serve: @escaping @Sendable (BusMailbox<Item>) throws(SystemCallError) -> Void
    ) async -> SystemCallError? {
        do throws(SystemCallError) {
            let mailbox = try BusMailbox<Item>()
            let thread = try ExecutorThread(named: thread)
            self.mailbox.withLock { $0 = mailbox }
            defer { self.mailbox.withLock { $0 = nil } }
            return await withTaskCancellationHandler {
                await withTaskExecutorPreference(thread) { () async -> SystemCallError? in
                    do throws(SystemCallError) {
                        try serve(mailbox)
                        return nil
                    } catch {
                        return error
                    }
                }
            } onCancel: {
                mailbox.put(last)
            }
        } catch {
            return error
        }
    }
}
