import Synchronization
package import SystemSupport

/// A connection to a bus, served on a thread of its own. When it ends, a new one begins after a while.
///
/// Its user keeps what it wants in its own state, and reads it when a connection begins: ``put(_:)`` reaches only a
/// connection that is there.
package final class BusThread<Item: Sendable>: Sendable {
    private let name: String
    private let givesWay: @Sendable (Item) -> Bool
    private let mailbox = Mutex<BusMailbox<Item>?>(nil)

    /// No connection yet.
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - givesWay: Whether an item may be dropped when too many wait.
    package init(named name: String, givesWay: @escaping @Sendable (Item) -> Bool = { _ in false }) {
        self.name = name
        self.givesWay = givesWay
    }

    /// Adds an item for the connection, if there is one. Returns immediately.
    package func put(_ item: Item) {
        mailbox.withLock { $0?.put(item) }
    }

    /// Ends the connection, if there is one.
    package func end() {
        mailbox.withLock { $0?.end() }
    }

    /// Serves one connection after another until cancelled, with a pause between them.
    /// - Parameters:
    ///   - pause: Waits; false once the task is cancelled.
    ///   - serve: Serves a connection on its thread, until the mailbox is ended or the bus is gone.
    ///   - ended: Called after each connection, with the error if there was one.
    package func run(
        pause: @Sendable () async -> Bool,
        serve: @escaping @Sendable (BusMailbox<Item>) throws(SystemCallError) -> Void,
        ended: @Sendable (SystemCallError?) -> Void = { _ in }
    ) async {
        while !Task.isCancelled {
            ended(await connect(serve))
            guard await pause() else { return }
        }
    }

    private func connect(
        _ serve: @escaping @Sendable (BusMailbox<Item>) throws(SystemCallError) -> Void
    ) async -> SystemCallError? {
        do throws(SystemCallError) {
            let mailbox = try BusMailbox(givesWay: givesWay)
            let thread = try ExecutorThread(named: name)
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
                mailbox.end()
            }
        } catch {
            return error
        }
    }
}
