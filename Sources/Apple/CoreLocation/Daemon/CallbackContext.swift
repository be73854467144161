/// Where a manager's callbacks run: on the run loop of the thread that created it.
protocol CallbackContext: Sendable {
    /// Runs work there, after all earlier work.
    func perform(_ work: @escaping @Sendable () -> Void)
}

/// The main queue, which runs under `RunLoop.main.run()`, under `dispatchMain()` and in an async main alike.
struct MainCallbacks: CallbackContext {
    func perform(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: work)
    }
}

enum CallbackContexts {
    static var current: any CallbackContext {
        isMain ? MainCallbacks() : RunLoopCallbacks.current
    }

    /// Under `dispatchMain()`, and after the first await of an async main, the main queue does not run on the first
    /// thread.
    private static var isMain: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) != nil
    }

    private static let mainKey: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}
