import LocdTestSupport
import Testing

@testable import LocdDaemon

@Suite(.timeLimit(.minutes(5))) struct MemoryServiceTests {
    @Test func memoryIsGivenBackAfterTheStart_ThenEveryHour_AndNotOnceItIsOver() async throws {
        let clock = ManualClock()
        let given = Watched(0)
        let service = MemoryService(clock: clock.clock) { given.change { $0 += 1 } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            await clock.sleepers(atLeast: 1)
            clock.advance(by: MemoryService.settled - .seconds(1))
            // Whoever slept for less has done its work once it sleeps again.
            await clock.sleepers(atLeast: 1)
            #expect(given.value == 0)
            clock.advance(by: .seconds(1))
            await given.wait { $0 == 1 }
            for hour in 2...4 {
                await clock.sleepers(atLeast: 1)
                clock.advance(by: MemoryService.interval - .seconds(1))
                await clock.sleepers(atLeast: 1)
                #expect(given.value == hour - 1)
                clock.advance(by: .seconds(1))
                await given.wait { $0 == hour }
            }
            await clock.sleepers(atLeast: 1)
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(given.value == 4)
    }
}
