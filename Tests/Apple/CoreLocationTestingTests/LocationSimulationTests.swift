import CoreLocation
import CoreLocationTesting
import Testing

/// What a program's own tests do.
@MainActor @Suite struct LocationSimulationTests {
    private final class Listener: NSObject, @preconcurrency CLLocationManagerDelegate {
        let manager = CLLocationManager()
        var events: [String] = []

        @MainActor override init() {
            super.init()
            manager.delegate = self
        }

        @MainActor func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            for location in locations { events.append("location \(Int(location.timestamp.timeIntervalSince(start)))") }
        }
        @MainActor func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            events.append("enter \(region.identifier)")
        }
        @MainActor func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
            events.append("exit \(region.identifier)")
        }
        @MainActor func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
            events.append(visit.departureDate == .distantFuture ? "arrival" : "departure")
        }
        @MainActor func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
            events.append("heading \(Int(newHeading.trueHeading))")
        }
        @MainActor func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            events.append("error \((error as? CLError)?.code.rawValue ?? -1)")
        }
        @MainActor func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            events.append("authorization \(manager.authorizationStatus.rawValue)")
        }
    }

    private nonisolated static func route(_ seconds: ClosedRange<Int>) -> [CLLocation] {
        seconds.map { second in
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7 + Double(second) * 10 / 75_200),
                altitude: 440, horizontalAccuracy: 5, verticalAccuracy: 8, course: 90, speed: 10,
                timestamp: start.addingTimeInterval(Double(second)))
        }
    }

    @Test func `A route is played by the test's clock`() async {
        let simulation = LocationSimulation(at: start)
        await simulation.run {
            let listener = Listener()
            listener.manager.distanceFilter = 100
            listener.manager.startUpdatingLocation()
            simulation.play(Self.route(0...60))
            await simulation.advance(by: 25)
            #expect(listener.events == ["authorization 3", "location 0", "location 10", "location 20"].map { $0 })
            await simulation.advance(by: 10)
            #expect(listener.events.last == "location 30")
            #expect(listener.manager.location?.sourceInformation?.isSimulatedBySoftware == true)
            listener.manager.stopUpdatingLocation()
            await simulation.advance(by: 100)
            #expect(listener.events.last == "location 30")
            #expect(simulation.now == start.addingTimeInterval(135))
        }
    }

    @Test func `Regions are crossed by the route or by the test`() async {
        let simulation = LocationSimulation(at: start)
        await simulation.run {
            let listener = Listener()
            let goal = CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7 + 300 / 75_200), radius: 100,
                identifier: "goal")
            listener.manager.startMonitoring(for: goal)
            simulation.play(Self.route(0...60))
            await simulation.advance(by: 60)
            await simulation.cross("goal", entering: true)
            #expect(listener.events == ["authorization 3", "enter goal", "exit goal", "enter goal"])
            // Without time in between.
            for entering in [false, true, false] { await simulation.cross("goal", entering: entering) }
            #expect(listener.events.suffix(3) == ["exit goal", "enter goal", "exit goal"])
            #expect(listener.manager.monitoredRegions.map(\.identifier) == ["goal"])
        }
    }

    @Test func `Authorization visits headings and errors come as the test says`() async {
        let simulation = LocationSimulation(authorization: .notDetermined, at: start)
        simulation.answerRequests(with: .authorizedWhenInUse)
        await simulation.run {
            let listener = Listener()
            await simulation.settle()
            listener.manager.requestWhenInUseAuthorization()
            await simulation.settle()
            #expect(listener.events == ["authorization 0", "authorization 4"])
            listener.events = []
            listener.manager.startUpdatingHeading()
            listener.manager.startUpdatingLocation()
            listener.manager.startMonitoringVisits()
            await simulation.heading(magnetic: 88, true: 90)
            await simulation.visit(at: CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7), from: start)
            await simulation.loseReceiver()
            simulation.setAuthorization(.denied)
            await simulation.settle()
            #expect(listener.events == ["heading 90", "arrival", "error 0", "authorization 2"])
            // Who was denied is not asked again.
            listener.manager.requestWhenInUseAuthorization()
            await simulation.settle()
            #expect(listener.events.count == 4)
        }
    }

    @Test(arguments: 0..<50) func `What is requested is done before the next event`(_ round: Int) async {
        let simulation = LocationSimulation(at: start)
        await simulation.run {
            let listener = Listener()
            listener.manager.startUpdatingLocation()
            await simulation.deliver(Self.route(0...0)[0])
            listener.manager.distanceFilter = 100
            await simulation.deliver(Self.route(5...5)[0])
            #expect(listener.events == ["authorization 3", "location 0"], "50 m on")
            listener.manager.stopUpdatingLocation()
            listener.manager.requestLocation()
            await simulation.advance(by: 10)
            #expect(listener.events.last == "error 0")
        }
    }

    @Test func `The accuracy changes only if it is asked for`() async {
        let simulation = LocationSimulation(authorization: .notDetermined, accuracy: .reducedAccuracy, at: start)
        simulation.answerRequests(with: .authorizedWhenInUse)
        await simulation.run {
            let manager = CLLocationManager()
            #expect(await refusal(of: manager) == .promptDeclined, "the program is not authorized")
            manager.requestWhenInUseAuthorization()
            await simulation.settle()
            #expect(manager.authorizationStatus == .authorizedWhenInUse)
            #expect(manager.accuracyAuthorization == .reducedAccuracy)
            simulation.answerRequests(with: .denied)
            #expect(await refusal(of: manager) == nil)
            #expect(manager.authorizationStatus == .authorizedWhenInUse)
            #expect(manager.accuracyAuthorization == .reducedAccuracy)
            simulation.answerRequests(with: .authorizedAlways)
            #expect(await refusal(of: manager) == nil)
            #expect(manager.authorizationStatus == .authorizedWhenInUse)
            #expect(manager.accuracyAuthorization == .fullAccuracy)
            #expect(await refusal(of: manager) == .promptDeclined, "it has that already")
        }
    }

    /// Why nobody was asked for full accuracy.
    private func refusal(of manager: CLLocationManager) async -> CLError.Code? {
        await withCheckedContinuation { continuation in
            manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "route") { error in
                continuation.resume(returning: (error as? CLError)?.code)
            }
        }
    }

    @Test func `A request ends with a location or after ten seconds`() async {
        let simulation = LocationSimulation(at: start)
        await simulation.run {
            let listener = Listener()
            await simulation.settle()
            listener.events = []
            listener.manager.requestLocation()
            await simulation.advance(by: 9)
            #expect(listener.events.isEmpty)
            await simulation.advance(by: 2)
            #expect(listener.events == ["error 0"])
            listener.manager.requestLocation()
            await simulation.deliver(Self.route(20...20)[0])
            #expect(listener.events == ["error 0", "location 20"])
        }
    }

    @Test func `The conditions of a monitor are apart from the regions of managers`() async {
        let simulation = LocationSimulation(at: start)
        await simulation.run {
            let listener = Listener()
            let center = CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7)
            listener.manager.startMonitoring(for: CLCircularRegion(center: center, radius: 100, identifier: "goal"))
            await simulation.deliver(Self.route(0...0)[0])
            let monitor = await CLMonitor("places")
            let condition = CLMonitor.CircularGeographicCondition(center: center, radius: 100)
            await monitor.add(condition, identifier: "home")
            var events = await monitor.events.makeAsyncIterator()
            #expect(await (try? events.next())?.state == .satisfied)
            await simulation.cross("home", entering: false)
            #expect(await (try? events.next())?.state == .unsatisfied)
            await simulation.cross("goal", entering: false)
            #expect(listener.events == ["authorization 3", "exit goal"])
            #expect(listener.manager.monitoredRegions.map(\.identifier) == ["goal"])
        }
    }

    @Test func `Live updates are the same`() async throws {
        let simulation = LocationSimulation(at: start)
        try await simulation.run {
            simulation.play(Self.route(0...5))
            let updates = Task { () -> Int in
                var count = 0
                for try await update in CLLocationUpdate.liveUpdates() where update.location != nil {
                    count += 1
                    if count == 3 { break }
                }
                return count
            }
            await simulation.advance(by: 5)
            let count = try await updates.value
            #expect(count == 3)
        }
    }
}

private let start = Date(timeIntervalSince1970: 1_790_000_000)
