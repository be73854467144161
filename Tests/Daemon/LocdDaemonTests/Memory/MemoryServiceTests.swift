import FoundationEssentials
import LocdTestSupport
import SystemSupport
import Testing

@testable import LocdDaemon

@Suite(.timeLimit(.minutes(15))) struct MemoryServiceTests {
    @Test func `Memory is given back after the start, then every hour, and not once it is over`() async throws {
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

@Suite struct ProcessMemoryTests {
    /// Kilobytes of a line of `/proc/self/status`.
    private func kilobytes(_ name: String) throws -> Int {
        let status = try #require(FileManager.default.contents(atPath: "/proc/self/status"))
        let line = try #require(
            String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) })
        return try #require(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first)
    }

    /// In the process of all these tests, which go on meanwhile as if nothing had happened.
    @Test func `Regions in the program's file are released, and written events are kept`() throws {
        let written = (0..<10_000).map { "\($0)" }
        let before = try kilobytes("RssFile:")
        ProcessMemory.giveBack()
        #expect(try kilobytes("RssFile:") < before)
        #expect(written.compactMap { Int($0) } == Array(0..<10_000))
        // Needs what the loader relocated: types by name, and conformances.
        #expect(
            try JSONDecoder().decode([String: [Double?]].self, from: Data(#"{"a":[1.5,null]}"#.utf8)) == [
                "a": [1.5, nil]
            ])
    }
}
