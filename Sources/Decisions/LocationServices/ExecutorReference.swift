/// Where an actor runs: on the executor that it is given, otherwise on the cooperative pool.
///
/// An actor whose `unownedExecutor` is ``unowned`` always runs there, also when called from a task without a
/// preference.
struct ExecutorReference: Sendable {
    /// The executor of an actor without one of its own: the pool, one caller after the other.
    private actor Pool {}

    /// What the actor returns as its `unownedExecutor`.
    let unowned: UnownedSerialExecutor
    /// Retains the executor as long as the actor exists.
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
