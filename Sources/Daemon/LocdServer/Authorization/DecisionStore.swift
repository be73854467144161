import FoundationEssentials
import LocationModel
import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import Logging
import SystemSupport

/// Stores the decisions about clients in one file in the directory of the state, which is replaced atomically.
actor DecisionStore {
    private struct Content: Codable {
        static let schema = 1
        var schema = Self.schema
        var decisions: [DecisionRecord]
    }

    /// The pause before the next attempt after writing failed.
    static let pause = Duration.seconds(60)

    private var file: DurableFile
    private let logger: Logger
    private let thread: ExecutorThread
    private var latest: (decisions: [DecisionRecord], revision: Int)?
    private var saved = -1
    private let clock: MonotonicClock
    private var reporter = FailureReporter()
    private let failures: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A store in a directory, which is created if it does not exist. It waits for the disk on a thread shared with
    /// others that do.
    init(directory: String, thread: ExecutorThread, clock: MonotonicClock, logger: Logger) {
        file = DurableFile(directory: directory, name: "decisions.json")
        self.thread = thread
        self.clock = clock
        self.logger = logger
        (failures, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The stored decisions. A damaged file is renamed, with a warning, and allows nothing.
    func load() -> [DecisionRecord] {
        let data: Data
        switch file.read() {
        case .content(let content): data = Data(content)
        case .none: return []
        case .unreadable:
            logger.log(
                .decisionsUnreadable,
                """
                Stored decisions not readable: \(file.path). No stored decision applies, denials included. Make the file \
                readable for locd and restart it; otherwise the next decision renames it to \(file.unreadablePath).
                """)
            return []
        }
        do {
            let content = try JSONDecoder().decode(Content.self, from: data)
            guard content.schema == Content.schema else { throw CocoaError(.fileReadCorruptFile) }
            return content.decisions
        } catch {
            file.setAside()
            logger.log(
                .decisionsDamaged,
                """
                Stored decisions damaged; renamed to \(file.damagedPath). No stored decision applies, denials included. \
                Decide again: locd client list. (\(error))
                """)
            return []
        }
    }

    /// Stores all decisions, unless a later revision is known.
    /// - Returns: Whether the latest decisions are on the disk. If not, ``run()`` tries again.
    func save(_ decisions: [DecisionRecord], revision: Int) -> Bool {
        if revision > latest?.revision ?? -1 { latest = (decisions, revision) }
        return write()
    }

    /// Tries again to write what failed, until cancelled, and then once more.
    func run() async {
        for await _ in failures {
            while isBehind, await clock.rest(for: Self.pause) { _ = write() }
        }
        _ = write()
    }

    /// Whether the latest decisions are not on the disk.
    private var isBehind: Bool { latest.map { $0.revision > saved } ?? false }

    private func write() -> Bool {
        guard let latest, isBehind else { return true }
        do {
            try file.replace(with: Array(Content(decisions: latest.decisions).jsonText().utf8))
        } catch {
            if reporter.fails(at: clock.now()) {
                logger.log(
                    .decisionsNotWritten,
                    """
                    Stored decisions not writable: \(file.path): \(error). New decisions are lost when locd ends, unless a \
                    retry succeeds
                    """)
            }
            continuation.yield()
            return false
        }
        saved = latest.revision
        if reporter.succeeds() {
            logger.log(.decisionsWritten, "Stored decisions writable again: \(file.path)")
        }
        return true
    }
}

struct DecisionRecord: Codable, Sendable, Hashable {
    var client: ClientOwner
    var standing: AuthorizationMachine.Standing
    var accuracyAuthorization: AccuracyAuthorization
    /// The one upgrade to always was requested and answered.
    var wasUpgradeAnswered: Bool
    /// Nobody wants to be asked about the client; absent: false.
    var isNeverAsked: Bool?

    init(_ client: ClientOwner, _ machine: AuthorizationMachine) {
        self.client = client
        standing = machine.standing
        accuracyAuthorization = machine.accuracy
        wasUpgradeAnswered = machine.wasUpgradeAnswered
        isNeverAsked = machine.isNeverAsked ? true : nil
    }

    /// The state of the client.
    var machine: AuthorizationMachine {
        AuthorizationMachine(
            standing, accuracy: accuracyAuthorization, wasUpgradeAnswered: wasUpgradeAnswered,
            isNeverAsked: isNeverAsked ?? false)
    }
}
