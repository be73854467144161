import FoundationEssentials
import Glibc
import Logging
import Tracks

/// Keeps what was decided about clients in one file below the directory of the state, replaced at one stroke.
actor DecisionStore {
    private struct Content: Codable {
        static let schema = 1
        var schema = Self.schema
        var decisions: [DecisionRecord]
    }

    private let directory: String
    private let logger: Logger
    private let thread: ExecutorThread
    private var saved = -1
    private var isTroubled = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A store below a directory, which is made where it is missing.
    init(directory: String, logger: Logger) throws(SystemCallError) {
        self.directory = directory
        self.logger = logger
        thread = try ExecutorThread(named: "locd-decisions")
    }

    private var path: String { "\(directory)/decisions.json" }

    /// All that was decided. A file that is damaged is set aside, with a warning: nobody is allowed anything by it.
    func load() -> [DecisionRecord] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        guard let data = FileManager.default.contents(atPath: path) else {
            logger.log(
                .decisionsUnreadable,
                "What was decided about clients cannot be read: \(path). Make it readable for locd, and start it again."
            )
            return []
        }
        do {
            let content = try JSONDecoder().decode(Content.self, from: data)
            guard content.schema == Content.schema else { throw CocoaError(.fileReadCorruptFile) }
            return content.decisions
        } catch {
            rename(path, path + ".damaged")
            logger.log(
                .decisionsDamaged,
                """
                What was decided about clients is damaged, and was set aside as \(path).damaged; nothing of it holds, \
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
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let bytes = [UInt8](try encoder.encode(Content(decisions: decisions)))
            let file = try ExportDestination(path: path)
            try file.write(bytes)
            try file.commit()
            isTroubled = false
        } catch {
            if !isTroubled {
                logger.log(
                    .decisionsNotWritten,
                    "What is decided about clients cannot be written to \(path), and ends with locd: \(error)")
            }
            isTroubled = true
        }
    }
}
