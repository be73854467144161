import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Logging
import NIOCore
import SystemSupport
import Testing

@testable import Hooks

/// The time zone is followed, told and kept, though no hook wants to know it.
@Suite(.timeLimit(.minutes(15))) struct TimeZoneRecordTests {
    /// Tells what a service does with some locations.
    private func changes(
        in directory: String, _ locations: [Location], hiding zones: PrivacyZones = PrivacyZones(), count: Int
    ) async throws -> [TimeZoneChange] {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let told = Watched<[TimeZoneChange]>([])
        let noted = Watched(0)
        let thread = try ExecutorThread(named: "test")
        let intake = HookIntake(
            hooks: [], zones: zones, resuming: nil, followsTimeZone: true, onEvents: { noted.change { $0 += 1 } })
        let service = await HookService(
            [], resuming: HookService.load(from: directory, logger: logger), tail: [], hiding: zones, intake: intake,
            loop: { nil }, zoneAt: { $0.latitude < 47.6 ? "Europe/Zurich" : "Europe/Berlin" },
            onTimeZone: { change in told.change { $0.append(change) } }, isSynced: false, wallTime: { .sample(0) },
            clock: ManualClock().clock, thread: thread, logger: logger)
        await withTaskGroup { group in
            group.addTask { await service.run() }
            for location in locations {
                let before = told.value.count
                intake.receive([.location(location)])
                if before < count { await told.wait { $0.count > before || $0.count == count } }
            }
            if count > 0 { await noted.wait { $0 >= count } }
            group.cancelAll()
        }
        if count > 0 {
            #expect(await service.collect())
            await service.commit()
        }
        #expect(service.timeZone == told.value.last?.timeZone ?? "Europe/Berlin")
        return told.value
    }

    @Test func `The first zone and each change are told, and not again after a restart`() async throws {
        try await TemporaryDirectory.with { directory in
            let first = try await changes(
                in: directory, [.sample(0), .sample(100, north: 50_000)], count: 2)
            #expect(
                first == [
                    TimeZoneChange(timestamp: .sample(0), timeZone: "Europe/Zurich"),
                    TimeZoneChange(timestamp: .sample(100), timeZone: "Europe/Berlin"),
                ])
            #expect(try await changes(in: directory, [.sample(200, north: 50_000)], count: 0).isEmpty)
        }
    }

    @Test func `In a private region nobody looks`() throws {
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = .cut
        let intake = HookIntake(
            hooks: [], zones: PrivacyZones([home]), resuming: nil, followsTimeZone: true, onEvents: {})
        intake.receive([.location(.sample(0))])
        #expect(intake.place == nil)
        intake.receive([.location(.sample(1, north: 1000))])
        #expect(intake.place == .sample(1, north: 1000))
    }

    @Test func `A look takes some way or a minute`() {
        let intake = HookIntake(
            hooks: [], zones: PrivacyZones(), resuming: nil, followsTimeZone: true, onEvents: {})
        func looks(_ location: Location) -> Bool {
            intake.receive([.location(location)])
            return intake.place == location
        }
        #expect(looks(.sample(0)))
        #expect(!looks(.sample(1, north: 30)))
        #expect(looks(.sample(9, north: 270)))
        #expect(!looks(.sample(68, north: 280)))
        #expect(looks(.sample(69, north: 280)))
    }
}
