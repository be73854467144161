import LocationServices
import Synchronization

extension Hearing {
    /// Opens a receiver, listens until its data is clear, and releases it.
    static func of(_ receiver: any Receiver, within limit: Duration, clock: MonotonicClock) async -> Hearing {
        let end = clock.now() + limit
        let hearing = Shared()
        let (ends, ending) = AsyncStream<Void>.makeStream()
        let timer = DeadlineTimer(clock: clock)
        timer.set(end) { ending.finish() }
        receiver.start()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await batch in receiver.events {
                    let (isEnough, deadline) = hearing.state.withLock { state in
                        for event in batch { state.receive(event, at: clock.now()) }
                        return (state.isConclusive, state.deadline)
                    }
                    if isEnough { return }
                    // The first report moves the deadline closer; nothing moves it away.
                    if let deadline { timer.set(min(deadline, end)) { ending.finish() } }
                }
            }
            group.addTask { for await _ in ends {} }
            await group.next()
            group.cancelAll()
        }
        timer.end()
        await receiver.stop()
        return hearing.state.withLock(\.self)
    }

    private final class Shared: Sendable {
        let state = Mutex(Hearing())
    }
}
