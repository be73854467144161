import FoundationEssentials
import Logging
import Tracks

/// Keeps what was decided about clients in one file below the directory of the state, replaced at one stroke.
actor DecisionStore {
    private struct Content: Codable {
        static let schema = 1
        var schema = Self.schema
        var decisions: [DecisionRecord]
    }

    private let file: KeptFile
    private let logger: Logger
    private let thread: ExecutorThread
    private var saved = -1
    private var isTroubled = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A store below a directory, which is made where it is missing; it waits for the disk on a thread of others that do.
    init(directory: String, thread: ExecutorThread, logger: Logger) {
        file = KeptFile(directory: directory, name: "decisions.json")
        self.thread = thread
        self.logger = logger
    }

    /// All that was decided. A file that is damaged is set aside, with a warning: nobody is allowed anything by it.
    func load() -> [DecisionRecord] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        guard let data = FileManager.default.contents(atPath: file.path) else {
            logger.log(
                .decisionsUnreadable,
                "What was decided about clients cannot be read: \(file.path). Make it readable for locd, and start it again."
            )
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
                What was decided about clients is damaged, and was set aside as \(file.path).damaged; nothing of it holds, \
                refusals neither. Decide anew: locd client list. (\(error))
                """)
            return []
        }
    }

    /// Keeps all decisions; an older revision than the one that is kept is not.
    func save(_ decisions: [DecisionRecord], revision: Int) {
        guard revision > saved else { return }
        saved = revision
        do {
            try file.replace(with: Content(decisions: decisions))
            isTroubled = false
        } catch {
            if !isTroubled {
                logger.log(
                    .decisionsNotWritten,
                    "What is decided about clients cannot be written to \(file.path), and ends with locd: \(error)")
            }
            isTroubled = true
        }
    }
}
