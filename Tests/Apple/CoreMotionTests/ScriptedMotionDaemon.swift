import CoreLocation
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport

@testable import CoreMotion

/// A daemon in memory, that says what a test scripts and keeps what it was asked.
final class ScriptedMotionDaemon: MotionDaemon {
    struct State: Sendable {
        var authorization: (CLAuthorizationStatus, CLAccuracyAuthorization) = (.authorizedAlways, .fullAccuracy)
        var isKnown = true
        var countsSteps = false
        var history: Result<LocationInterface.MotionHistory.Reply, LocdClientError> =
            .success(LocationInterface.MotionHistory.Reply(isRecording: true))
        /// Whether it says what the track has, or lets that wait.
        var isHistoryAnswered = true
        var periods: [(from: Timestamp, to: Timestamp)] = []
        var requests = 0
        var sessions: [Session] = []
        var ended = 0
    }

    struct Session: Sendable {
        let services: Set<SessionService>
        let settings: SessionSettings
        let updates: AsyncStream<ProgramClient.Update>.Continuation

        func deliver(_ events: LocationEvent...) { updates.yield(.events(events)) }
        func authorize(_ status: CLAuthorizationStatus, _ accuracy: CLAccuracyAuthorization = .fullAccuracy) {
            updates.yield(.authorization(status, accuracy))
        }
    }

    private let watched = Watched(State())

    var state: State { watched.value }
    func change(_ body: @Sendable (inout State) -> Void) { watched.change(body) }
    func until(_ condition: @escaping @Sendable (State) -> Bool) async { await watched.wait(until: condition) }

    /// The session of this number, from 0, once it is opened.
    func session(_ number: Int) async -> Session {
        await until { $0.sessions.count > number }
        return state.sessions[number]
    }

    /// Makes something in a program whose daemon this is.
    func make<T>(_ body: () throws -> T) rethrows -> T { try CurrentDaemon.$value.withValue(self) { try body() } }

    var authorization: (status: CLAuthorizationStatus, accuracy: CLAccuracyAuthorization) { state.authorization }
    var isDaemonKnown: Bool { state.isKnown }
    var isStepCountingAvailable: Bool { state.countsSteps }
    func requestAuthorization() { change { $0.requests += 1 } }

    func updates(of services: Set<SessionService>, settings: SessionSettings) -> AsyncStream<ProgramClient.Update> {
        let (stream, continuation) = AsyncStream.makeStream(of: ProgramClient.Update.self)
        continuation.onTermination = { [self] _ in change { $0.ended += 1 } }
        change { $0.sessions.append(Session(services: services, settings: settings, updates: continuation)) }
        return stream
    }

    func motionHistory(
        from: Timestamp, to: Timestamp
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply {
        change { $0.periods.append((from, to)) }
        await until(\.isHistoryAnswered)
        return try state.history.get()
    }
}

/// What handlers were called with, one after the other.
struct Calls<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func note(_ value: Value) { continuation.yield(value) }

    /// The next one.
    func next() async -> Value? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}

extension MotionActivity {
    static func sample(_ kind: Kind, _ confidence: Confidence = .high, at seconds: Double = 0) -> MotionActivity {
        MotionActivity(timestamp: .sample(seconds), kind: kind, confidence: confidence)
    }
}

extension LocdClientError {
    static func refused(_ error: VarlinkError) -> LocdClientError { LocdClientError(.refused(error), socketPath: "/x") }
}
