import FoundationEssentials
import LocationServices
import LocdLog
import Logging
import SystemSupport

/// Keeps what was decided about clients in one file below the directory of the state, replaced at one stroke.
actor DecisionStore {
    private struct Content: Codable {
        static let schema = 1
        var schema = Self.schema
        var decisions: [DecisionRecord]
    }

    /// How long after it failed it is tried again to write.
    static let pause = Duration.seconds(60)

    private var file: DurableFile
    private let logger: Logger
    private let thread: ExecutorThread
    /// The latest that was decided, and the revision that is on the disk.
    private var latest: (decisions: [DecisionRecord], revision: Int)?
    private var saved = -1
    private let clock: MonotonicClock
    private var reporter = FailureReporter()
    private let failures: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A store below a directory, which is made where it is missing; it waits for the disk on a thread of others that do.
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

    /// Keeps all decisions; an older revision than another that is known is not.
    /// - Returns: Whether what is known now is on the disk. What is not is tried again by ``run()``.
    func save(_ decisions: [DecisionRecord], revision: Int) -> Bool {
        if revision > latest?.revision ?? -1 { latest = (decisions, revision) }
        return write()
    }

    /// Tries again what could not be written, until cancelled, and then once more.
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
            try file.replace(with: JSONEncoder.ofDurableFiles.bytes(of: Content(decisions: latest.decisions)))
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
