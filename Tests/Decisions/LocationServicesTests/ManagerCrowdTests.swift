import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

/// A sink that keeps its events.
private struct KeepingSink: PromptSink {
    let events = Watched<[LocationEvent]>([])

    func take(_ events: [LocationEvent]) {
        self.events.change { $0 += events }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ManagerCrowdTests {
    private let bench = HubBench()
    private let thread: ExecutorThread
    private let crowd: ManagerCrowd

    init() throws {
        thread = try ExecutorThread(named: "crowd")
        crowd = ManagerCrowd(executor: thread)
    }

    private func client(_ settings: ManagerSettings = .unfiltered { _ in }) -> (LocationManager, KeepingSink) {
        let sink = KeepingSink()
        let manager = LocationManager(
            settings: settings, hub: bench.hub, sink: sink, clock: bench.clock.clock, authorization: .everything,
            in: crowd)
        return (manager, sink)
    }

    /// Runs the crowd during the body.
    private func withCrowd(_ body: () async throws -> Void) async rethrows {
        try await withThrowingTaskGroup { group in
            group.addTask { [thread, crowd] in await withTaskExecutorPreference(thread) { await crowd.run() } }
            defer { group.cancelAll() }
            try await body()
        }
    }

    @Test(arguments: 0..<Rounds.of(20)) func aManagerTellsTheSameInACrowd(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(4100 + seed))
        let fixes = SpoiltDrive.fixes(&random)
        let settings = ManagerSettings.random(&random)
        let (alone, sink) = bench.client { $0 = settings }
        let (inCrowd, promptSink) = client(settings)
        let managers = [alone, inCrowd]
        let place = fixes.compactMap(\.coordinate).first ?? .sample
        await withCrowd {
            await bench.run(managers) {
                await bench.start(managers)
                for (index, fix) in fixes.enumerated() {
                    if index % 30 == 7 {
                        await bench.judged(index, by: managers)
                        let change = ManagerSettings.random(&random)
                        let command = Int.random(in: 0..<8, using: &random)
                        for manager in managers { Self.ask(manager, command, change, place) }
                        // Done, before the next fix is on its way.
                        for manager in managers { await Self.settle(manager) }
                    }
                    bench.receiver.say(fix)
                }
                await bench.judged(fixes.count, by: managers)
                for manager in managers {
                    manager.enterForeground()
                    await Self.settle(manager)
                    #expect(await manager.status.missed == 0)
                }
            }
        }
        #expect(promptSink.events.value == sink.events.value)
        #expect(sink.events.value.count > 10)
    }

    private static func ask(
        _ manager: LocationManager, _ command: Int, _ settings: ManagerSettings, _ place: Coordinate
    ) {
        switch command {
        case 0: manager.pauseUpdatingLocation()
        case 1: manager.resumeUpdatingLocation()
        case 2: manager.apply(settings)
        case 3: manager.enterBackground()
        case 4: manager.enterForeground()
        case 5: manager.startMonitoring(for: Region(identifier: "home", center: place, radius: 100))
        case 6: manager.startMonitoringVisits()
        default: manager.raiseAccuracy(to: .best, seconds: 60)
        }
    }

    private static func settle(_ manager: LocationManager) async {
        let isSettled = Watched(false)
        manager.whenSettled { isSettled.change { $0 = true } }
        await isSettled.wait { $0 }
    }

    @Test func aCommandAndAReportKeepTheirOrder_AlsoWhileTheManagerWaits() async {
        let (manager, sink) = client()
        await withCrowd {
            await bench.run(manager) {
                await bench.start(manager)
                let isIn = Watched(false)
                let mayGoOn = Watched(false)
                manager.whenSettled {
                    isIn.change { $0 = true }
                    await mayGoOn.wait { $0 }
                }
                await isIn.wait { $0 }
                // The crowd comes by, and leaves this for later.
                bench.receiver.say(.sample(0))
                await bench.hub.wait { $0.status.accepted == 1 }
                await Task(executorPreference: thread) {}.value
                manager.pauseUpdatingLocation()
                #expect(sink.events.value.isEmpty)
                mayGoOn.change { $0 = true }
                await sink.events.wait { $0.count == 2 }
                manager.resumeUpdatingLocation()
                bench.receiver.say(.sample(1))
                await sink.events.wait { $0.count == 4 }
            }
        }
        #expect(sink.events.value.map(\.kind) == [.location, .pause, .resume, .location])
    }

    @Test func managersAreServedWithoutTheCrowd_BeforeItRunsAndAfterIt() async {
        let (manager, sink) = client()
        await bench.run(manager) {
            await bench.start(manager)
            bench.receiver.say(.sample(0))
            await sink.events.wait { $0.locations.count == 1 }
            await withCrowd {
                bench.receiver.say(.sample(1))
                await sink.events.wait { $0.locations.count == 2 }
            }
            bench.receiver.say(.sample(2))
            await sink.events.wait { $0.locations.count == 3 }
        }
        #expect(sink.events.value.locations == [.sample(0), .sample(1), .sample(2)])
    }

    @Test func oneOfManyGoes_AndTheOthersGoOn() async {
        let clients = (0..<50).map { _ in client() }
        await withCrowd {
            await bench.run(clients.map(\.0)) {
                await bench.start(clients.map(\.0))
                bench.receiver.say(.sample(0))
                clients[7].0.finish()
                bench.receiver.say(.sample(1))
                for (index, client) in clients.enumerated() where index != 7 {
                    await client.1.events.wait { $0.locations.count == 2 }
                }
            }
        }
        #expect(clients[7].1.events.value.locations.count <= 2)
    }
}
