import Synchronization

/// Handles the waiting items of many managers on one thread in one task.
///
/// Waking the task of each manager for a location costs more than handling it. If a manager must wait for something,
/// its own ``LocationManager/run()`` handles the item.
package actor ManagerCrowd {
    /// The executor passed to `init`.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private struct State {
        var isRunning = false
        /// The managers with waiting items.
        var called: [LocationManager] = []
    }

    /// The executor of its managers.
    nonisolated let executor: any SerialExecutor
    private let state = Mutex(State())
    private let bell = Doorbell()

    /// Creates a crowd for managers on an executor.
    package init(executor: any SerialExecutor) {
        self.executor = executor
    }

    /// Handles the items of called managers until cancelled. Call it once.
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

    /// Calls for a manager whose inbox was empty before. Returns false if the crowd does not run.
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
