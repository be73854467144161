import LocationServices
import Synchronization

extension Hearing {
    /// Takes hold of a receiver, listens until it is clear what comes, and lets go of it.
    static func of(_ receiver: any Receiver, within limit: Duration, clock: MonotonicClock) async -> Hearing {
        let end = clock.now() + limit
        let hearing = Shared()
        receiver.start()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await batch in receiver.events {
                    let isEnough = hearing.state.withLock { state in
                        for event in batch { state.receive(event, at: clock.now()) }
                        return state.isConclusive
                    }
                    if isEnough { return }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    // It draws nearer with the first word.
                    let deadline = hearing.state.withLock { min($0.deadline ?? end, end) }
                    guard clock.now() < deadline else { return }
                    try? await clock.sleep(min(deadline, clock.now() + .milliseconds(500)))
                }
            }
            await group.next()
            group.cancelAll()
        }
        await receiver.stop()
        return hearing.state.withLock(\.self)
    }

    private final class Shared: Sendable {
        let state = Mutex(Hearing())
    }
}
