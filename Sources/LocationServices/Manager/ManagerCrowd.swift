import Synchronization

/// Managers on one thread, of which none has to be woken for a report: one task goes from one to the next.
///
/// To wake a task costs more than what most managers do with a location, and a location is for all managers. What a
/// manager has to wait for it still does in its own ``LocationManager/run()``.
package actor ManagerCrowd {
    /// The executor passed to `init`.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private struct State {
        var isRunning = false
        /// The managers for which something waits.
        var called: [LocationManager] = []
    }

    /// The executor of its managers.
    nonisolated let executor: any SerialExecutor
    private let state = Mutex(State())
    private let bell = Doorbell()

    /// A crowd without managers, on an executor that its managers share.
    package init(executor: any SerialExecutor) {
        self.executor = executor
    }

    /// Goes to the managers that are called until cancelled. Call it once.
    package func run() async {
        state.withLock { $0.isRunning = true }
        await withTaskCancellationHandler {
            while await bell.listen() { takeCalled().forEach(visit) }
        } onCancel: {
            bell.remove()
        }
        state.withLock { $0.isRunning = false }
        for manager in takeCalled() { manager.resumeRun() }
    }

    /// Something waits for a manager, for the first time since it took what waited. Returns false if nobody goes there.
    nonisolated func call(_ manager: LocationManager) -> Bool {
        let isFirst = state.withLock { state -> Bool? in
            guard state.isRunning else { return nil }
            state.called.append(manager)
            return state.called.count == 1
        }
        if isFirst == true { bell.ring() }
        return isFirst != nil
    }

    private func takeCalled() -> [LocationManager] {
        state.withLock { state in
            defer { state.called = [] }
            return state.called
        }
    }

    private func visit(_ manager: LocationManager) {
        manager.assumeIsolated { $0.handleWhatNeedsNoWait() }
    }
}
