import LocdTestSupport
import Testing

@testable import CoreLocation

@Suite("Where callbacks run", .timeLimit(.minutes(15)))
struct CallbackContextTests {
    @Test
    @MainActor
    func `On the main actor for a manager that was made there`() async {
        let context = CallbackContexts.current
        await withCheckedContinuation { continuation in
            context.perform { MainActor.assumeIsolated { continuation.resume() } }
        }
    }

    @Test func `On a thread with a run loop for a manager that was made on it, in order; its loop is woken`() async {
        let made = Watched<(any CallbackContext)?>(nil)
        let delivered = Watched<[Int]>([])
        let thread = Thread {
            let context = CallbackContexts.current
            made.change { $0 = context }
            // Without the source of the context it would return at once.
            while delivered.value.count < 3 { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        }
        thread.start()
        let context = await made.wait { $0 != nil }
        for number in 1...3 {
            context?.perform { delivered.change { $0.append(Thread.isMainThread ? -1 : number) } }
        }
        #expect(await delivered.wait { $0.count == 3 } == [1, 2, 3])
    }

    @Test func `In order also if one of them runs the loop`() async {
        let delivered = Watched<[Int]>([])
        let thread = Thread {
            let context = CallbackContexts.current
            context.perform {
                delivered.change { $0.append(1) }
                context.perform { delivered.change { $0.append(3) } }
                while delivered.value.count < 2 { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
            }
            context.perform { delivered.change { $0.append(2) } }
            _ = RunLoop.current.run(mode: .default, before: .distantFuture)
        }
        thread.start()
        #expect(await delivered.wait { $0.count == 3 } == [1, 2, 3])
    }

    @Test func `What waits on a thread that has ended keeps neither the manager nor the thread's run loop`() {
        weak var context: HeldCallbacks?
        do {
            let held = HeldCallbacks()
            context = held
            let reference = ManagerReference(context: held)
            reference.withDelegate { _, _ in }
            reference.authorizationDidChange(to: .unknown)
        }
        #expect(context == nil)
    }

    @Test func `Nowhere for a manager that was made on a thread without one, and what waits is bounded`() async {
        let context = await Task.detached { CallbackContexts.current }.value
        let delivered = Watched(0)
        for _ in 0..<2 * RunLoopCallbacks.capacity { context.perform { delivered.change { $0 += 1 } } }
        #expect(delivered.value == 0)
    }
}

/// A client's thread that is busy until the test lets it do what waits.
final class HeldCallbacks: CallbackContext {
    private let waiting = Watched<[@Sendable () -> Void]>([])

    func perform(_ work: @escaping @Sendable () -> Void) { waiting.change { $0.append(work) } }

    /// Returns when so many callbacks wait.
    func until(_ count: Int) async { await waiting.wait { $0.count >= count } }

    /// Runs what waits, once there is so much of it.
    @MainActor func run(_ count: Int) async {
        let work = await waiting.wait { $0.count >= count }
        waiting.change { $0.removeFirst(work.count) }
        for piece in work { piece() }
    }
}
