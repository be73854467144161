import FoundationEssentials
import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Hooks

/// What waits: in order, bounded, and the same after a restart.
@Suite struct HookQueueTests {
    private func event(_ second: Int, _ kind: HookEventKind = .enter) -> HookEvent {
        var event = HookEvent(kind, at: .sample(Double(second)))
        event.region = "gate"
        event.isRecorded = true
        return event
    }

    @Test func `The oldest makes room, and is counted`() {
        var queue = HookQueue(hook: "h")
        for second in 0..<(HookQueue.limit + 3) { queue.append(event(second)) }
        #expect(queue.entries.count == HookQueue.limit)
        #expect(queue.dropped == 3)
        #expect(queue.entries.first?.identifier == event(3).identifier)
        queue.remove(event(3).identifier)
        queue.remove(event(0).identifier)
        #expect(queue.delivered == 2)
        #expect(queue.entries.map(\.identifier) == (4..<(HookQueue.limit + 3)).map { event($0).identifier })
    }

    @Test func `An event waits once`() {
        var queue = HookQueue(hook: "h")
        queue.append(event(1))
        queue.append(event(1))
        #expect(queue.entries.count == 1)
    }

    @Test func `What a track kept and nobody took up is missed`() {
        let all = (0..<6).map { event($0) }
        var state = HookState()
        #expect(state.missed(of: all) == all, "nothing was taken up")
        state.note(all[2])
        #expect(state.missed(of: all) == Array(all[3...]))
        #expect(
            state.missed(of: Array(all[3...])) == Array(all[3...]), "the known one is older than the end of the track")
        #expect(state.missed(of: Array(all[..<3])) == [])
    }

    @Test(arguments: [
        #"{"version":2,"queues":[],"seen":[]}"#, #"{"version":1}"#, "[]", "",
        #"{"version":1,"queues":[{"hook":"h","entries":[{"identifier":"1","line":"a\nb"}],"dropped":0,"delivered":0}],"seen":[]}"#,
        #"{"version":1,"queues":[{"hook":"h","entries":[],"dropped":-1,"delivered":0}],"seen":[]}"#,
    ])
    func `A state that cannot be is not used`(text: String) {
        let state = try? JSONDecoder().decode(HookState.self, from: Data(text.utf8))
        #expect(state?.isValid != true)
    }

    @Test func `A state survives its file`() throws {
        var state = HookState()
        state.note(event(1))
        var queue = HookQueue(hook: "h")
        queue.append(event(1))
        state.queues = [queue]
        let again = try JSONDecoder().decode(HookState.self, from: JSONEncoder().encode(state))
        #expect(again.isValid && again.queues == [queue] && again.seen == [event(1).identifier])
    }
}

/// Which states of a receiver are told.
@Suite struct ReceiverSettlingTests {
    @Test func `A fix is lost after ten seconds without one`() {
        var settling = ReceiverSettling(hasFix: nil, receiver: nil)
        #expect(settling.look(at: .opening, since: .seconds(0), now: .zero).changes == [])
        #expect(settling.look(at: .fix3D, since: .seconds(1), now: .seconds(1)).changes == [.fixFound])
        #expect(settling.look(at: .noFix, since: .seconds(20), now: .seconds(20)).next == .seconds(30))
        #expect(settling.look(at: .stale, since: .seconds(25), now: .seconds(29)).changes == [])
        #expect(
            settling.look(at: .stale, since: .seconds(25), now: .seconds(30)).changes == [.fixLost(since: .seconds(20))]
        )
        #expect(settling.look(at: .stale, since: .seconds(25), now: .seconds(35)).changes == [.receiver(.stale)])
        #expect(settling.look(at: .fix3D, since: .seconds(40), now: .seconds(40)).changes == [.fixFound])
    }

    @Test func `Flapping and letting go are not told`() {
        var settling = ReceiverSettling(hasFix: true, receiver: "fix3D")
        for second in 0..<100 {
            let state: ReceiverState = second % 2 == 0 ? .noFix : .fix3D
            #expect(settling.look(at: state, since: .seconds(second), now: .seconds(second)).changes == [])
        }
        #expect(settling.look(at: .released, since: .seconds(100), now: .seconds(900)).changes == [])
        #expect(settling.look(at: .opening, since: .seconds(900), now: .seconds(950)).changes == [])
    }
}
