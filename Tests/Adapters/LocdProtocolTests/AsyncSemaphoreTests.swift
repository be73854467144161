import LocdTestSupport
import Testing

@testable import LocdProtocol

@Suite(.timeLimit(.minutes(15))) struct AsyncSemaphoreTests {
    private struct Refusal: Error {}

    @Test func `One permit at a time, and an error releases it`() async {
        let semaphore = AsyncSemaphore()
        let (inside, most, passed) = (Locked(0), Locked(0), Locked(0))
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    try? await semaphore.withPermit {
                        let now = inside.withLock { count in
                            count += 1
                            return count
                        }
                        most.withLock { $0 = max($0, now) }
                        for _ in 0..<3 { await Task.detached {}.value }
                        inside.withLock { $0 -= 1 }
                        passed.withLock { $0 += 1 }
                        if number % 3 == 0 { throw Refusal() }
                    }
                }
            }
        }
        #expect(most.withLock { $0 } == 1)
        #expect(passed.withLock { $0 } == 100)
    }
}
