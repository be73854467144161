import LocationServices
import LocdServer
import Synchronization

/// Calls each connection that needs it once a second; nothing wakes while there is none.
final class SharingTicker: Sendable {
    private struct State {
        var next = 0
        var conversations: [Int: (any SharedConversation, Outbox)] = [:]
    }

    private let clock: MonotonicClock
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(clock: MonotonicClock) {
        self.clock = clock
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a conversation; its number.
    func add(_ conversation: any SharedConversation, _ outbox: Outbox) -> Int {
        defer { arrival.yield() }
        return state.withLock { state in
            state.next += 1
            state.conversations[state.next] = (conversation, outbox)
            return state.next
        }
    }

    /// Removes a conversation.
    func remove(_ number: Int) {
        state.withLock { $0.conversations[number] = nil }
    }

    /// Works until cancelled. `before` is called before each second's turn.
    func run(before: @Sendable () -> Void) async {
        for await _ in arrivals {
            while true {
                do { try await clock.sleep(clock.now() + .seconds(1)) } catch { return }
                let all = state.withLock { Array($0.conversations.values) }
                if all.isEmpty { break }
                before()
                for (conversation, outbox) in all { outbox.put(conversation.tick()) }
            }
        }
    }
}
