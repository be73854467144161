public import CoreLocation
import LocationModel
import LocdProtocol
import Synchronization

/// Core Location in the process, for unit tests: no daemon, no socket, no sleep. A test says what the receiver and the
/// person do; managers, live updates and monitors that are made within ``run(_:)`` learn it in their usual callbacks.
///
///     let simulation = LocationSimulation()
///     try await simulation.run {
///         let tracker = Tracker()             // makes its CLLocationManager
///         simulation.play(route)
///         await simulation.advance(by: 60)    // a minute of the route
///         #expect(tracker.locations.count == 12)
///     }
///
/// The clock is the test's. Rules are simpler than the daemon's: `distanceFilter` counts from the last delivered
/// location, a crossing is reported with the first location on the other side, a significant change is 500 m and five
/// minutes away, and `requestLocation` takes the next location or fails after ten seconds. Visits, headings and errors
/// come when the test says so.
public final class LocationSimulation: Sendable {
    private let daemon: SimulatedDaemon
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "CoreLocationTesting-\(UUID().uuidString)")

    /// A machine whose clock begins at a moment.
    public init(
        authorization: CLAuthorizationStatus = .authorizedAlways,
        accuracy: CLAccuracyAuthorization = .fullAccuracy, at start: Date = Date(timeIntervalSince1970: 1_700_000_000)
    ) {
        daemon = SimulatedDaemon(start: start)
        setAuthorization(authorization, accuracy: accuracy)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Runs a test: what it makes of Core Location, and the tasks that it starts, use this simulation.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await CLLocationManager.withDaemon(
            daemon, label: "test", stateDirectory: directory, isolation: isolation, body)
    }

    /// The time of the test.
    public var now: Date { daemon.state.withLock(\.now) }

    // MARK: What happens

    /// Adds locations to come: each is delivered when the clock has reached its timestamp.
    public func play(_ route: [CLLocation]) {
        daemon.state.withLock { state in
            state.route = (state.route + route).sorted { $0.timestamp < $1.timestamp }
        }
    }

    /// Lets time pass, and returns when all callbacks about it have been called.
    public func advance(by seconds: TimeInterval) async {
        let end = now.addingTimeInterval(seconds)
        await settle()
        while let location = daemon.nextLocation(until: end) {
            daemon.receive(location)
            await settle()
        }
        daemon.pass(to: end)
        await settle()
    }

    /// A location now, whatever its timestamp.
    public func deliver(_ location: CLLocation) async {
        await settle()
        daemon.receive(location)
        await settle()
    }

    /// This machine enters or leaves a monitored region, wherever it is.
    public func cross(_ identifier: String, entering: Bool) async {
        await settle()
        daemon.cross(identifier, entering: entering)
        await settle()
    }

    /// A visit, at its beginning (`departureDate` is `distantFuture`) or its end.
    public func visit(
        at place: CLLocationCoordinate2D, from arrival: Date, to departure: Date = .distantFuture
    ) async {
        await settle()
        if let from = Timestamp(arrival) {
            daemon.deliverAll(
                .visit(
                    Visit(
                        timestamp: from, arrivalDate: from,
                        departureDate: departure == .distantFuture ? nil : Timestamp(departure),
                        coordinate: place.coordinate, horizontalAccuracy: 20)), of: .monitoringVisits)
        }
        await settle()
    }

    /// A heading, in degrees from magnetic and from true north.
    public func heading(magnetic: CLLocationDirection, true heading: CLLocationDirection) async {
        await settle()
        if let time = Timestamp(now) {
            daemon.deliverAll(
                .heading(LocationModel.Heading(timestamp: time, magneticHeading: magnetic, trueHeading: heading)),
                of: .updatingHeading)
        }
        await settle()
    }

    /// The receiver has no location for running updates and requests: `locationUnknown`.
    public func loseReceiver() async {
        await settle()
        daemon.loseReceiver()
        await settle()
    }

    /// The authorization, as a person or an administrator decides it.
    public func setAuthorization(_ status: CLAuthorizationStatus, accuracy: CLAccuracyAuthorization = .fullAccuracy) {
        daemon.decide(AuthorizationStatus(status), accuracy == .fullAccuracy ? .fullAccuracy : .reducedAccuracy)
    }

    /// What requests for authorization are answered with; `nil`: nobody answers. The accuracy stays; to a request for
    /// full accuracy each authorization is a yes.
    public func answerRequests(with status: CLAuthorizationStatus?) {
        daemon.state.withLock { $0.answer = status.map { AuthorizationStatus($0) } }
    }

    /// Returns when all callbacks about what happened so far have been called.
    public func settle() async {
        // What a callback starts is taken up before the next look.
        for _ in 0..<3 {
            await CLLocationManager.settleCommands()
            await daemon.settle()
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
    }
}

extension AuthorizationStatus {
    fileprivate init(_ status: CLAuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .authorizedAlways: .authorizedAlways
            case .authorizedWhenInUse: .authorizedWhenInUse
            default: .denied
            }
    }
}
