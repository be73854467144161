/// Where a manager's callbacks run: on the run loop of the thread that made it.
protocol CallbackContext: Sendable {
    /// Has work done there, after the work that was given before.
    func perform(_ work: @escaping @Sendable () -> Void)
}

/// The main queue, which runs under `RunLoop.main.run()`, under `dispatchMain()` and in an async main alike.
struct MainCallbacks: CallbackContext {
    func perform(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: work)
    }
}

enum CallbackContexts {
    /// The current thread's.
    static var current: any CallbackContext {
        isMain ? MainCallbacks() : RunLoopCallbacks.current
    }

    /// Under `dispatchMain()` and after the first await of an async main the main queue runs on another thread than the
    /// first.
    private static var isMain: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) != nil
    }

    private static let mainKey: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}
