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
    /// How often the receiver is looked at, if its events are wanted.
    private static let interval = Duration.seconds(2)
    /// As a shell says that there is no such command.
    private static let cannotRun: Int32 = 127

    private let kinds: Set<HookEventKind>
    private let region: NamePattern?
    private let isOnce: Bool
    private let command: [String]
    private let client: LocdClient
    private let environment: [String: String]
    /// Where the command is waited for.
    private let thread: ExecutorThread

    init(
        kinds: Set<HookEventKind>, region: NamePattern?, isOnce: Bool, command: [String], client: LocdClient,
        environment: [String: String]
    ) throws(SystemCallError) {
        self.kinds = kinds
        self.region = region
        self.isOnce = isOnce
        self.command = command
        self.client = client
        self.environment = environment
        thread = try ExecutorThread(named: "command")
    }

    /// Runs until the session ends, or with `isOnce` the first command.
    /// - Returns: The status to end with.
    func run() async throws(LocdClientError) -> Int32 {
        let (events, continuation) = AsyncStream.makeStream(
            of: HookEvent.self, bufferingPolicy: .bufferingNewest(Self.limit))
        let outcome = await withTaskGroup(of: Result<Int32, LocdClientError>?.self) { group in
            group.addTask {
                do throws(LocdClientError) {
                    try await listen { offer($0, to: continuation) }
                    return nil
                } catch {
                    return .failure(error)
                }
            }
            if !kinds.isDisjoint(with: [.fixLost, .fixFound, .receiver]) {
                group.addTask {
                    await watchReceiver { offer($0, to: continuation) }
                    return nil
                }
            }
            group.addTask {
                for await event in events {
                    let status = await perform(event)
                    if isOnce || status == Self.cannotRun { return .success(status) }
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

    private func perform(_ event: HookEvent) async -> Int32 {
        let bytes = Array(event.line.utf8) + [UInt8(ascii: "\n")]
        guard let line = HookEventLine(parsing: bytes) else {
            Console.say("locd: event left out: the name of its region has control characters")
            return 0
        }
        let variables = environment.merging(line.environment) { $1 }
        let command = command
        return await Task(executorPreference: thread) {
            do throws(SystemCallError) {
                let end = try EventProgram.run(command, environment: variables, input: bytes)
                if end.status != 0, !isOnce { Console.say("locd: the command ended with status \(end.status)") }
                return end.status
            } catch {
                Console.say("locd: cannot run \(command[0].visible): \(error.message)")
                return Self.cannotRun
            }
        }.value
    }

    // MARK: Events

    private func listen(_ offer: (HookEvent) -> Void) async throws(LocdClientError) {
        var services: Set<SessionService> = []
        if !kinds.isDisjoint(with: [.enter, .exit]) { services.insert(.administeredRegions) }
        if !kinds.isDisjoint(with: [.visit, .departure]) { services.insert(.monitoringVisits) }
        let isUpdating = !kinds.isDisjoint(with: [.pause, .resume])
        if isUpdating { services.insert(.updatingLocation) }
        if kinds.contains(.significantChange), !isUpdating { services.insert(.monitoringSignificantLocationChanges) }
        guard !services.isEmpty else { return }
        var source = HookEventSource(PrivacyZones())
        let session = client.session(services: services, reconnection: Reconnection(longest: .seconds(10)))
        for try await update in session {
            try await session.requireAuthorization()
            guard case .events(let events) = update else { continue }
            for event in events {
                if case .location(let location) = event, !isUpdating {
                    var found = HookEvent(.significantChange, at: location.timestamp)
                    found.coordinate = location.coordinate
                    found.horizontalAccuracy = location.horizontalAccuracy
                    offer(found)
                } else if let found = source.receive(event) {
                    offer(found)
                }
            }
        }
    }

    /// Asks how the receiver is; while the daemon is away nothing is known of it.
    private func watchReceiver(_ offer: (HookEvent) -> Void) async {
        let clock = MonotonicClock.system()
        var settling: ReceiverSettling?
        repeat {
            guard let receiver = try? await client.status().receiver else { continue }
            let now = clock.now()
            let since = now - .seconds(receiver.stateAge)
            // What is so when this begins has not happened.
            var state = settling ?? ReceiverSettling(hasFix: receiver.state.hasFix, receiver: receiver.state.rawValue)
            for news in state.look(at: receiver.state, since: since, now: now).news {
                var event: HookEvent
                switch news {
                case .fixLost(let since):
                    event = HookEvent(.fixLost, at: Console.now.advanced(bySeconds: (since - now).seconds))
                case .fixFound: event = HookEvent(.fixFound, at: Console.now)
                case .receiver: event = HookEvent(.receiver, at: Console.now.advanced(bySeconds: (since - now).seconds))
                }
                event.state = receiver.state.rawValue
                event.cause = receiver.cause?.rawValue
                offer(event)
            }
            settling = state
        } while await clock.rest(for: Self.interval)
    }
}
