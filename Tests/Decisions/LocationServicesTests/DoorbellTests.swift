import LocationServices
import LocdTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DoorbellTests {
    private let bell = Doorbell()

    @Test func severalRingsAreHeardOnce() async {
        bell.ring()
        bell.ring()
        #expect(await bell.wait())
        async let next = bell.wait()
        bell.ring()
        #expect(await next)
    }

    @Test func whoWaitsIsWokenByARing() async {
        let heard = Watched(0)
        let waiting = Task { while await bell.wait() { heard.change { $0 += 1 } } }
        for count in 1...5 {
            bell.ring()
            await heard.wait { $0 == count }
        }
        bell.remove()
        await waiting.value
        #expect(heard.value == 5)
    }

    @Test func aRemovedBellIsHeardByNobody() async {
        bell.ring()
        bell.remove()
        #expect(await !bell.wait())
        bell.ring()
        #expect(await !bell.wait())
    }

    @Test func aRingIsNotLostHoweverItMeetsTheWait() async {
        let left = Locked(0)
        let taken = Watched(0)
        let taker = Task {
            while await bell.wait() {
                let count = left.withLock { left in
                    defer { left = 0 }
                    return left
                }
                taken.change { $0 += count }
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<1000 {
                        left.withLock { $0 += 1 }
                        bell.ring()
                    }
                }
            }
        }
        await taken.wait { $0 == 4000 }
        bell.remove()
        await taker.value
    }

    @Test func cancellationRemovesTheBell() async {
        let waiting = Task { await bell.wait() }
        waiting.cancel()
        #expect(await !waiting.value)
        #expect(await !bell.wait())
    }
}
