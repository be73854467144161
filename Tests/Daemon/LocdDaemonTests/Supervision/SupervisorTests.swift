import LocdTestSupport
import Testing

@testable import LocdDaemon

/// When services end, in which order, and what they may still do.
@Suite(.timeLimit(.minutes(15))) struct SupervisorTests {
    private struct Broken: Error {}

    /// Works until cancelled, and notes what happens to it.
    private struct Noted: Service {
        let name: String
        let notes: Watched<[String]>
        let started: Watched<Int>

        func run() async {
            started.change { $0 += 1 }
            await Watched(false).wait { $0 }
            notes.change { $0.append("\(name) ran") }
        }

        func conclude() async {
            notes.change { $0.append(Task.isCancelled ? "\(name) cancelled" : "\(name) concluded") }
        }
    }

    private struct Ending: Service {
        let error: Broken?
        let when: @Sendable () async -> Void

        func run() async throws {
            await when()
            if let error { throw error }
        }
    }

    private let notes = Watched<[String]>([])
    private let started = Watched(0)

    private var services: [any Service] {
        ["track", "hub"].map { Noted(name: $0, notes: notes, started: started) }
    }

    @Test func `On request services end one after the other, the last first`() async throws {
        try await Supervisor(services: services).run { [started] in await started.wait { $0 == 2 } }
        #expect(notes.value == ["hub ran", "hub concluded", "track ran", "track concluded"])
    }

    @Test func `Cancelled services conclude too`() async throws {
        let supervisor = Supervisor(services: services)
        let running = Task { try await supervisor.run { await Watched(false).wait { $0 } } }
        await started.wait { $0 == 2 }
        running.cancel()
        try await running.value
        // Those of a cancelled task end in the same order, not all at once.
        #expect(notes.value == ["hub ran", "hub concluded", "track ran", "track concluded"])
    }

    @Test func `A service that fails ends the others, and its error is thrown`() async throws {
        let failing = Ending(error: Broken()) { [started] in await started.wait { $0 == 2 } }
        await #expect(throws: Broken.self) {
            try await Supervisor(services: services + [failing]).run { await Watched(false).wait { $0 } }
        }
        #expect(notes.value == ["hub ran", "hub concluded", "track ran", "track concluded"])
    }

    @Test func `A service that ends by itself ends the others, and is named`() async throws {
        let ending = Ending(error: nil) { [started] in await started.wait { $0 == 2 } }
        let error = await #expect(throws: DaemonError.self) {
            try await Supervisor(services: services + [ending]).run { await Watched(false).wait { $0 } }
        }
        #expect(error?.code == .ended && error?.explanation.contains("Ending") == true)
        #expect(notes.value == ["hub ran", "hub concluded", "track ran", "track concluded"])
    }
}
