internal import Synchronization

/// A thread that repeats the steps of a loop and, after a step, runs the jobs that the step added to executors with
/// ``ExecutorHelp/betweenSteps``: their own threads need not wake. If such a job blocks, a new thread takes over the
/// loop, and the blocked one ends after its jobs.
package final class LoopThread: Sendable {
    /// What is repeated, until it returns false. It may wait, but not after it added jobs.
    package typealias Step = @Sendable () -> Bool

    private struct State {
        /// How many threads have taken over the loop.
        var relief = 0
        /// Whether the loop's thread runs jobs after a step.
        var isBetweenSteps = false
    }

    private let name: String
    private let step: Step
    private let state = Mutex(State())
    private let end: AsyncStream<Never>.Continuation

    /// Starts the thread. Throws if the system refuses another one. The task ends when the last step has returned.
    /// `name` is shown by `ps -L`; the kernel keeps the first 15 bytes.
    package static func run(named name: String, _ step: @escaping Step) throws(SystemCallError) -> Task<Void, Never> {
        let (steps, end) = AsyncStream<Never>.makeStream()
        try LoopThread(name, step, end).start(relief: 0)
        return Task { for await _ in steps {} }
    }

    private init(_ name: String, _ step: @escaping Step, _ end: AsyncStream<Never>.Continuation) {
        self.name = name
        self.step = step
        self.end = end
    }

    private func start(relief: Int) throws(SystemCallError) {
        try SystemThread.start(named: name) {
            ThreadContext.run(repeating: self) { self.run(relief, $0) }
        }
    }

    private func run(_ relief: Int, _ context: ThreadContext) {
        var goesOn = true
        repeat {
            goesOn = step()
            if !goesOn { end.finish() }
        } while work(context, relief) && goesOn
    }

    /// Runs the jobs that the step added. Returns false if another thread has taken over the loop meanwhile.
    private func work(_ context: ThreadContext, _ relief: Int) -> Bool {
        guard !context.lent.isEmpty else { return true }
        state.withLock { $0.isBetweenSteps = true }
        while let queue = context.lent.popLast() { queue.help(self) }
        return state.withLock { state in
            guard state.relief == relief else { return false }
            state.isBetweenSteps = false
            return true
        }
    }

    /// Lets a new thread go on if the loop's thread still runs jobs. Returns false if the system refuses one.
    func relieve() -> Bool {
        state.withLock { state in
            guard state.isBetweenSteps else { return true }
            do { try start(relief: state.relief + 1) } catch { return false }
            state.relief += 1
            state.isBetweenSteps = false
            return true
        }
    }
}
