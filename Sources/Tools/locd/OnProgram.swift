import Hooks
import LocationModel
import LocationServices
import LocdClient
import LocdConfiguration
import LocdProtocol
import SystemSupport

/// Runs a command for each event of a session, one after the other.
struct OnProgram: Sendable {
    /// Events that wait for the command at most; the oldest make room.
    private static let limit = 500
    /// As a shell says that there is no such command.
    private static let cannotRun: Int32 = 127

    let kinds: Set<HookEventKind>
    let region: NamePattern?
    let isOnce: Bool
    let command: [String]
    let client: LocdClient
    let environment: [String: String]
    /// Where the command is waited for.
    let thread: ExecutorThread

    /// Runs until the session ends, or with `isOnce` the first command.
    /// - Returns: The status to end with.
    func run() async throws(LocdClientError) -> Int32 {
        let (events, continuation) = AsyncStream.makeStream(
            of: HookEvent.self, bufferingPolicy: .bufferingNewest(Self.limit))
        let (receiver, signal) = AsyncStream.makeStream(
            of: ReceiverSignal.self, bufferingPolicy: .bufferingNewest(Self.limit))
        let outcome = await withTaskGroup(of: Result<Int32, LocdClientError>?.self) { group in
            group.addTask {
                do throws(LocdClientError) {
                    try await listen(signal) { offer($0, to: continuation) }
                    return nil
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await settle(receiver, signal) { offer($0, to: continuation) }
                return nil
            }
            group.addTask {
                for await event in events {
                    let status = await perform(event)
                    if isOnce || status == nil { return .success(status ?? Self.cannotRun) }
                }
                return nil
            }
            defer { group.cancelAll() }
            while let next = await group.next() {
                if let next { return next }
            }
            return Result<Int32, LocdClientError>.success(0)
        }
        return try outcome.get()
    }

    private func offer(_ event: HookEvent, to continuation: AsyncStream<HookEvent>.Continuation) {
        guard kinds.contains(event.kind) else { return }
        if let region, let name = event.region, !region.matches(name) { return }
        if case .dropped = continuation.yield(event) {
            Console.say("locd: too many events wait for the command; the oldest was dropped")
        }
    }

    /// Runs the command; `nil` if it cannot be run.
    private func perform(_ event: HookEvent) async -> Int32? {
        let bytes = Array(event.line.utf8) + [UInt8(ascii: "\n")]
        guard let line = HookEventLine(parsing: bytes) else {
            Console.say("locd: event left out: the name of its region has control characters")
            return 0
        }
        let variables = environment.merging(line.environment) { $1 }
        let command = command
        return await Task(executorPreference: thread) {
            do throws(ChildProcess.Failure) {
                let end = try ChildProcess.run(command, environment: variables, input: bytes).end
                if end.status != 0, !isOnce { Console.say("locd: the command ended with status \(end.status)") }
                return end.status
            } catch {
                if case .notStarted(let error) = error {
                    Console.say("locd: cannot run \(command[0].visible): \(error.message)")
                }
                return nil
            }
        }.value
    }

    // MARK: Events

    private var services: Set<SessionService> {
        var services: Set<SessionService> = []
        if !kinds.isDisjoint(with: [.enter, .exit]) { services.insert(.administeredRegions) }
        if !kinds.isDisjoint(with: [.visit, .departure]) { services.insert(.monitoringVisits) }
        if !kinds.isDisjoint(with: [.pause, .resume, .integrity]) { services.insert(.updatingLocation) }
        if kinds.contains(.significantChange), !services.contains(.updatingLocation) {
            services.insert(.monitoringSignificantLocationChanges)
        }
        if kinds.contains(.timeZone) { services.insert(.timeZone) }
        if !kinds.isDisjoint(with: [.fixLost, .fixFound, .receiver]) { services.insert(.receiver) }
        return services
    }

    private func listen(
        _ signal: AsyncStream<ReceiverSignal>.Continuation, _ offer: (HookEvent) -> Void
    ) async throws(LocdClientError) {
        let services = services
        var source = HookEventSource(PrivacyZones())
        let session = client.session(services: services, reconnection: Reconnection(longest: .seconds(10)))
        for try await update in session {
            // How the receiver is everybody may know.
            if services.contains(where: \.tellsPlace) { try await session.requireAuthorization() }
            if case .disconnected = update { signal.yield(.away) }
            guard case .events(let events) = update else { continue }
            for event in events {
                if case .receiver(let change) = event {
                    signal.yield(.changed(change))
                } else if case .location(let location) = event, !services.contains(.updatingLocation) {
                    var found = HookEvent(.significantChange, at: location.timestamp)
                    found.coordinate = location.coordinate
                    found.horizontalAccuracy = location.horizontalAccuracy
                    offer(found)
                } else {
                    source.receive(event).forEach(offer)
                }
            }
        }
    }

    private enum ReceiverSignal: Sendable {
        case changed(ReceiverChange)
        /// A state may have lasted long enough by now.
        case due
        /// The daemon is away: nothing is known of the receiver.
        case away
    }

    /// Offers what lasts. It rests while the receiver stays as it is.
    private func settle(
        _ signals: AsyncStream<ReceiverSignal>, _ signal: AsyncStream<ReceiverSignal>.Continuation,
        _ offer: @escaping @Sendable (HookEvent) -> Void
    ) async {
        let clock = MonotonicClock.system()
        var settling: ReceiverSettling?
        var present: (change: ReceiverChange, since: Duration)?
        await withDiscardingTaskGroup { group in
            for await next in signals {
                let now = clock.now()
                switch next {
                case .changed(let change):
                    let since = present.flatMap { $0.change.state == change.state ? $0.since : nil }
                    present = (change, since ?? now)
                case .due: break
                case .away: present = nil
                }
                guard let (change, since) = present else { continue }
                // What is so when this begins has not happened.
                var state = settling ?? ReceiverSettling(hasFix: change.state.hasFix, receiver: change.state.rawValue)
                let (changes, due) = state.look(at: change.state, since: since, now: now)
                settling = state
                for each in changes { offer(Self.event(of: each, change, since: since, now: now)) }
                guard let due else { continue }
                group.addTask { if await clock.rest(until: due) { signal.yield(.due) } }
            }
            group.cancelAll()
        }
    }

    private static func event(
        of settled: ReceiverSettling.Change, _ change: ReceiverChange, since: Duration, now: Duration
    ) -> HookEvent {
        var event: HookEvent
        switch settled {
        case .fixLost(let since):
            event = HookEvent(.fixLost, at: Console.now.advanced(bySeconds: (since - now).seconds))
        case .fixFound: event = HookEvent(.fixFound, at: Console.now)
        case .receiver: event = HookEvent(.receiver, at: Console.now.advanced(bySeconds: (since - now).seconds))
        }
        event.state = change.state.rawValue
        event.cause = change.cause?.rawValue
        return event
    }
}
