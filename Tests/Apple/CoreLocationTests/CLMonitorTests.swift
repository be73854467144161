import LocationModel
import LocdClient
import LocdTestSupport
import Testing

@testable import CoreLocation

@Suite("CLMonitor", .timeLimit(.minutes(15)))
@MainActor
struct CLMonitorTests {
    private let bench = Bench()
    private let condition = CLMonitor.CircularGeographicCondition(
        center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 100)

    private var daemon: ScriptedDaemon { bench.daemon }

    private func monitor(_ name: String = "places") async -> CLMonitor {
        await ClientHub.$current.withValue(bench.hub) { await CLMonitor(name) }
    }

    @Test func `The first state is told, and while it is handled the record has the one before`() async throws {
        let monitor = await monitor()
        #expect(await daemon.session(0).label == "bench/places")
        daemon.change { $0.states["home"] = .outside }
        await monitor.add(condition, identifier: "home")
        #expect(await monitor.identifiers == ["home"])
        var events = await monitor.events.makeAsyncIterator()
        let first = try #require(try await events.next())
        #expect((first.identifier, first.state) == ("home", .unsatisfied))
        #expect(await monitor.record(for: "home")?.lastEvent.state == .unknown)
        await daemon.session(0).deliver(Bench.crossing("home", .inside))
        let second = try #require(try await events.next())
        #expect(second.state == .satisfied)
        #expect(await monitor.record(for: "home")?.lastEvent.state == .unsatisfied)
        let circle = await monitor.record(for: "home")?.condition as? CLMonitor.CircularGeographicCondition
        #expect((circle?.radius, circle?.center.longitude) == (100, 2))
    }

    @Test func `What is watched is known at once, within the monitor without waiting; the daemon is told in order`()
        async throws
    {
        let monitor = await monitor()
        _ = await daemon.session(0)
        await monitor.replaceAll(by: ["work": condition, "home": condition])
        #expect(await monitor.identifiers == ["home", "work"])
        await monitor.replaceAll(by: ["home": condition])
        #expect(await monitor.identifiers == ["home"])
        await daemon.called("remove work")
        await daemon.until { $0.regions.keys.sorted() == ["home"] }
        #expect(await monitor.record(for: "work") == nil)
    }

    @Test func `What was asked for before it was closed is still done`() async {
        do {
            let monitor = await monitor()
            await monitor.add(condition, identifier: "home")
            await monitor.add(condition, identifier: "work")
            await monitor.remove("home")
        }
        await daemon.until { $0.regions.keys.sorted() == ["work"] }
    }

    @Test
    func `What the daemon still watches and the monitor does not, because its program ended first, is watched no more`()
        async
    {
        let center = Coordinate(latitude: 1, longitude: 2)
        daemon.change { $0.regions["gone"] = Region(identifier: "gone", center: center, radius: 100) }
        let monitor = await monitor()
        await daemon.session(0).deliver(.connected)
        await daemon.called("remove gone")
        withExtendedLifetime(monitor) {}
    }

    @Test
    func `The administrator's regions are not the monitor's: it stops none, and takes none for a condition of its own`()
        async
    {
        let center = Coordinate(latitude: 1, longitude: 2)
        daemon.change { state in
            state.refusal = ScriptedDaemon.absent
            state.administered = ["home", "yard"].map { Region(identifier: $0, center: center, radius: 100) }
        }
        let monitor = await monitor()
        let session = await daemon.session(0)
        await monitor.add(condition, identifier: "home")
        await daemon.called("add home")
        daemon.change { $0.refusal = nil }
        session.deliver(.connected)
        await daemon.called("add home", times: 2)
        #expect(!daemon.calls.contains("remove yard"))
        withExtendedLifetime(monitor) {}
    }

    @Test func `An assumption that is right is not told, one that is wrong is corrected`() async throws {
        let monitor = await monitor()
        _ = await daemon.session(0)
        daemon.change { $0.states = ["right": .inside, "wrong": .inside] }
        await monitor.add(condition, identifier: "right", assuming: .satisfied)
        await monitor.add(condition, identifier: "wrong", assuming: .unsatisfied)
        var events = await monitor.events.makeAsyncIterator()
        let event = try #require(try await events.next())
        #expect((event.identifier, event.state) == ("wrong", .satisfied))
    }

    @Test func `A state that is not known yet is asked for until it is`() async throws {
        let monitor = await monitor()
        _ = await daemon.session(0)
        await monitor.add(condition, identifier: "home")
        await daemon.until { $0.sleepers == 1 }
        daemon.change { $0.states["home"] = .outside }
        daemon.passTime()
        var events = await monitor.events.makeAsyncIterator()
        #expect(try await events.next()?.state == .unsatisfied)
    }

    @Test func `An answer about a condition that was replaced meanwhile does not count for the one in its place`()
        async throws
    {
        let monitor = await monitor()
        var events = await monitor.events.makeAsyncIterator()
        daemon.change { ($0.states["home"], $0.isStateAnswered) = (.inside, false) }
        await monitor.add(condition, identifier: "home")
        await daemon.called("state home")
        let center = CLLocationCoordinate2D(latitude: 50, longitude: 2)
        await monitor.add(CLMonitor.CircularGeographicCondition(center: center, radius: 100), identifier: "home")
        daemon.change { ($0.states["home"], $0.isStateAnswered) = (.outside, true) }
        #expect(try await events.next()?.state == .unsatisfied)
        // The daemon still has the second one, and reports it.
        await monitor.add(condition, identifier: "work", assuming: .satisfied)
        await daemon.called("state work")
        daemon.change { $0.isStartAnswered = false }
        await monitor.add(condition, identifier: "home")
        await daemon.session(0).deliver(Bench.crossing("home", .inside), Bench.crossing("work", .outside, at: 1))
        #expect(try await events.next()?.identifier == "work")
        daemon.change { ($0.states["home"], $0.isStartAnswered) = (.inside, true) }
        #expect(try await events.next()?.state == .satisfied)
    }

    @Test
    func `An event of a condition that was replaced or removed is not the next one's, while it is handled or waits`()
        async throws
    {
        let monitor = await monitor()
        let session = await daemon.session(0)
        var events = await monitor.events.makeAsyncIterator()
        daemon.change { $0.states["home"] = .outside }
        await monitor.add(condition, identifier: "home")
        #expect(try await events.next()?.state == .unsatisfied)
        // While that is handled, the condition moves along.
        daemon.change { $0.states = ["home": .inside, "work": .outside] }
        await monitor.add(condition, identifier: "home", assuming: .satisfied)
        await monitor.add(condition, identifier: "work")
        #expect(try await events.next()?.identifier == "work")
        #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
        // One that waits. Connected anew, the daemon is asked for its regions after that.
        let asked = daemon.calls.count { $0 == "regions" } + 1
        session.deliver(Bench.crossing("home", .outside), Bench.crossing("work", .inside, at: 1))
        session.deliver(.connected)
        await daemon.called("regions", times: asked)
        await monitor.remove("home")
        #expect(try await events.next()?.identifier == "work")
    }

    @Test func `An event that comes before the answer about a state is newer`() async throws {
        let monitor = await monitor()
        var events = await monitor.events.makeAsyncIterator()
        daemon.change { ($0.states["home"], $0.isStateAnswered) = (.inside, false) }
        await monitor.add(condition, identifier: "home")
        await daemon.called("state home")
        await daemon.session(0).deliver(Bench.crossing("home", .outside))
        #expect(try await events.next()?.state == .unsatisfied)
        daemon.change { ($0.states["work"], $0.isStateAnswered) = (.outside, true) }
        // Asked for after that answer.
        await monitor.add(condition, identifier: "work")
        #expect(try await events.next()?.identifier == "work")
    }

    @Test func `A loop of a monitor that is closed does not write over the next one's conditions`() async throws {
        daemon.change { $0.states["home"] = .inside }
        var late: CLMonitor.Events.Iterator
        do {
            let monitor = await monitor()
            late = await monitor.events.makeAsyncIterator()
            await monitor.add(condition, identifier: "home")
            let first = try await late.next()
            #expect(first?.state == .satisfied)
            withExtendedLifetime(monitor) {}
        }
        do {
            let monitor = await monitor()
            await monitor.add(condition, identifier: "work")
            let none = try await late.next()
            #expect(none == nil)
            withExtendedLifetime(monitor) {}
        }
        #expect(await monitor().identifiers == ["home", "work"])
    }

    @Test
    func `What is watched and was handled is kept, also by a loop that ended there: the next launch is told changes`()
        async throws
    {
        daemon.change { $0.states["home"] = .inside }
        let before: CLMonitor.Events
        do {
            let monitor = await monitor()
            before = await monitor.events
            await monitor.add(condition, identifier: "home")
            for try await event in before {
                #expect(event.state == .satisfied)
                break
            }
            #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
        }
        daemon.change { $0.states["home"] = .outside }
        for try await _ in before {}
        let monitor = await monitor()
        #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied)
        await daemon.session(1).deliver(.connected)
        var events = await monitor.events.makeAsyncIterator()
        #expect(try await events.next()?.state == .unsatisfied)
    }

    @Test func `A loop that is cancelled takes nothing with it: the next one goes on`() async throws {
        let monitor = await monitor()
        let session = await daemon.session(0)
        daemon.change { $0.states["home"] = .outside }
        await monitor.add(condition, identifier: "home")
        let events = await monitor.events
        let (delivered, heard) = AsyncStream.makeStream(of: CLMonitor.Event.State.self)
        let first = Task {
            for try await event in events { heard.yield(event.state) }
            heard.finish()
        }
        var states = delivered.makeAsyncIterator()
        #expect(await states.next() == .unsatisfied)
        first.cancel()
        #expect(await states.next() == nil)
        session.deliver(Bench.crossing("home", .inside))
        var second = events.makeAsyncIterator()
        #expect(try await second.next()?.state == .satisfied)
    }

    @Test func `A monitor whose holder was cancelled is waited for`() async throws {
        let (opened, isOpen) = AsyncStream.makeStream(of: Void.self)
        let bench = bench
        let holder = Task {
            let monitor = await ClientHub.$current.withValue(bench.hub) { await CLMonitor("places") }
            isOpen.yield()
            for try await _ in await monitor.events {}
        }
        for await _ in opened { break }
        let second = Task { await monitor() }
        // It waits, and with it the clock of its patience.
        await daemon.until { $0.sleepers == 1 }
        holder.cancel()
        // Whoever waits longer than that is refused, which ends the program.
        let kept = await second.value
        let identifiers = await kept.identifiers
        #expect(identifiers == [])
        let third = Task { await bench.hub.openMonitor("places") }
        await daemon.until { $0.sleepers == 1 }
        daemon.passTime()
        let isOpenTwice = await third.value
        #expect(!isOpenTwice)
        withExtendedLifetime(kept) {}
    }

    @Test func `Of two loops each event comes to one, and with the monitor both end`() async throws {
        let (delivered, heard) = AsyncStream.makeStream(of: String.self)
        var loops: [Task<Void, any Error>] = []
        do {
            let monitor = await monitor()
            _ = await daemon.session(0)
            daemon.change { $0.states = ["home": .outside, "work": .outside] }
            let events = await monitor.events
            for _ in 0..<2 {
                loops.append(Task { for try await event in events { heard.yield(event.identifier) } })
            }
            await monitor.add(condition, identifier: "home")
            await monitor.add(condition, identifier: "work")
            var identifiers = delivered.makeAsyncIterator()
            #expect(await Set([identifiers.next(), identifiers.next()]) == ["home", "work"])
        }
        for loop in loops { try await loop.value }
    }

    @Test func `A condition whose figures are no numbers keeps none of the others from being kept`() async throws {
        let nowhere = CLLocationCoordinate2D(latitude: .nan, longitude: 0)
        let before: CLMonitor.Events
        do {
            let monitor = await monitor()
            before = await monitor.events
            await monitor.add(
                CLMonitor.CircularGeographicCondition(center: nowhere, radius: .infinity), identifier: "nowhere")
            await monitor.add(condition, identifier: "home")
        }
        for try await _ in before {}
        let monitor = await monitor()
        #expect(await monitor.identifiers == ["home", "nowhere"])
        let circle = await monitor.record(for: "nowhere")?.condition as? CLMonitor.CircularGeographicCondition
        #expect(circle?.center.latitude.isNaN == true && circle?.radius == .infinity)
    }

    @Test func `What cannot be watched is told as such: beacons, the twenty-first, no leave`() async throws {
        let monitor = await monitor()
        let session = await daemon.session(0)
        var events = await monitor.events.makeAsyncIterator()
        await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: UUID()), identifier: "beacons")
        var event = try #require(try await events.next())
        #expect(event.state == .unmonitored && event.conditionUnsupported)
        await monitor.remove("beacons")
        for number in 1...20 { await monitor.add(condition, identifier: "\(number)", assuming: .unsatisfied) }
        await monitor.add(condition, identifier: "21")
        event = try #require(try await events.next())
        #expect(event.identifier == "21" && event.state == .unmonitored && event.conditionLimitExceeded)
        session.refuse(ScriptedDaemon.refused(.denied))
        event = try #require(try await events.next())
        #expect(event.state == .unmonitored && event.authorizationDenied && !event.authorizationDeniedGlobally)
    }

    @Test func `A beacon condition is satisfied by the beacon that is here, and says which one`() async throws {
        daemon.change { $0.isRangingAvailable = true }
        let monitor = await monitor()
        let session = await daemon.session(0)
        var events = await monitor.events.makeAsyncIterator()
        let uuid = UUID()
        await monitor.add(
            CLMonitor.BeaconIdentityCondition(uuid: uuid), identifier: "shop", assuming: .unsatisfied)
        await daemon.called("add shop")
        #expect(daemon.state.regions["shop"]?.shape == .beacons(BeaconConstraint(uuid: BeaconUUID(uuid))))
        let here = BeaconIdentity(uuid: BeaconUUID(uuid), major: 3, minor: 4)
        session.deliver(
            .region(
                RegionEvent(
                    timestamp: .sample(1), identifier: "shop", state: .inside, cause: .crossed, beacon: here)),
            .region(RegionEvent(timestamp: .sample(2), identifier: "shop", state: .outside, cause: .crossed)))
        var event = try #require(try await events.next())
        let refinement = try #require(event.refinement as? CLMonitor.BeaconIdentityCondition)
        #expect(event.state == .satisfied)
        #expect((refinement.uuid, refinement.major, refinement.minor) == (uuid, 3, 4))
        event = try #require(try await events.next())
        #expect(event.state == .unsatisfied && event.refinement == nil)
    }

    @Test func `A name can be open once, and is plain`() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {}
            _ = await CLMonitor("a.b")
        }
        // That of a name twice waits first is tested with the holders that are cancelled.
        let isOpen = await bench.hub.openMonitor("x")
        #expect(isOpen)
    }

    @Test func `An entry that a later version wrote costs itself alone; an unreadable file is left, with its regions`()
        async throws
    {
        let file = MonitorRecords.file(of: "places", program: "bench", in: bench.hub.stateDirectory)
        var records = MonitorRecords()
        records.entries["home"] = MonitorRecords.Entry(circle: condition, state: .satisfied, date: Date())
        records.entries["work"] = MonitorRecords.Entry(circle: condition, state: .unsatisfied, date: Date())
        try records.write(to: file)
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacingOccurrences(of: #""state":2"#, with: #""state":9"#).utf8).write(to: file)
        #expect(try MonitorRecords(from: file).entries.keys.sorted() == ["home"])

        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        daemon.change { state in
            let center = Coordinate(latitude: 1, longitude: 2)
            state.regions["stored"] = Region(identifier: "stored", center: center, radius: 100)
            state.refusal = ScriptedDaemon.absent
        }
        let monitor = await monitor()
        await monitor.add(condition, identifier: "home")
        await daemon.called("add home")
        daemon.change { ($0.refusal, $0.states["home"]) = (nil, .outside) }
        await daemon.session(0).deliver(.connected)
        await daemon.called("add home", times: 2)
        #expect(!daemon.calls.contains("remove stored"))
        var events = await monitor.events.makeAsyncIterator()
        #expect(try await events.next()?.persistenceUnavailable == true)
    }

    @Test func `Conditions are written and read back`() throws {
        let read = try JSONDecoder().decode(
            CLMonitor.CircularGeographicCondition.self, from: try JSONEncoder().encode(condition))
        #expect((read.center.latitude, read.center.longitude, read.radius) == (1, 2, 100))
        let beacon = CLMonitor.BeaconIdentityCondition(uuid: UUID(), major: 3)
        let other = try JSONDecoder().decode(
            CLMonitor.BeaconIdentityCondition.self, from: try JSONEncoder().encode(beacon))
        #expect((other.uuid, other.major, other.minor) == (beacon.uuid, 3, nil))
    }
}

extension CLMonitor {
    /// As a client writes it: what the actor has it may use at once.
    fileprivate func replaceAll(by conditions: KeyValuePairs<String, CircularGeographicCondition>) {
        for identifier in identifiers where record(for: identifier) != nil { remove(identifier) }
        for (identifier, condition) in conditions { add(condition, identifier: identifier) }
    }
}
