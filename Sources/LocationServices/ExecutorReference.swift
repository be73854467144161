/// Where an actor runs: on the executor that the composition gives it, or else on the cooperative pool.
///
/// An actor whose `unownedExecutor` is ``unowned`` always runs there, also when called from a task without a preference.
struct ExecutorReference: Sendable {
    /// An actor without an opinion: it runs on the pool, one caller after the other.
    private actor Pool {}

    /// What the actor returns as its `unownedExecutor`.
    let unowned: UnownedSerialExecutor
    /// Keeps the executor as long as the actor.
    private let owner: any AnyObject & Sendable

    /// A reference to an executor; `nil` is the pool.
    init(_ executor: (any SerialExecutor)?) {
        if let executor {
            unowned = executor.asUnownedSerialExecutor()
            owner = executor
        } else {
            let pool = Pool()
            unowned = pool.unownedExecutor
            owner = pool
        }
    }
}
