import FoundationEssentials
import LocationModel
package import LocationServices
import LocdLog
import LocdProtocol
package import Logging
package import SystemSupport

/// Stores the records of clients, one file each, in the directory of the state. A file is replaced atomically.
///
/// It waits for the disk on a thread that it shares with other state: a slow disk delays no stream.
package actor ClientStore {
    private let directory: String
    private let logger: Logger
    private let thread: ExecutorThread
    /// The maximum number of removed records whose revision is remembered: a client may have any number of labels.
    static let maximumRemoved = 1024
    /// The latest revision of each client, and those of removed records, the oldest first.
    private(set) var saved: [ClientIdentity: Int] = [:]
    private var removed: [(client: ClientIdentity, revision: Int)] = []
    private let clock: MonotonicClock
    private var reporter = FailureReporter()
    /// Existing files that could not be read, by name.
    private var unreadable: [String: DurableFile] = [:]
    /// The names of files that could not be removed: the next run would take up what they say.
    private var unremoved: Set<String> = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A store in a directory, which is created if it does not exist.
    package init(directory: String, thread: ExecutorThread, clock: MonotonicClock, logger: Logger) {
        self.directory = directory + "/clients"
        self.thread = thread
        self.clock = clock
        self.logger = logger
    }

    /// All readable records. An unreadable one is renamed, with a warning.
    func load() -> [ClientRecord] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return [] }
        var records: [ClientRecord] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            var file = DurableFile(directory: directory, name: name)
            let data: Data
            switch file.read() {
            case .content(let content): data = Data(content)
            case .none: continue
            case .unreadable:
                unreadable[name] = file
                logger.log(
                    .clientRecordUnreadable,
                    """
                    Client record not readable: \(file.path). Make it readable for locd and restart it; otherwise the next \
                    change of the client renames it to \(name).unreadable.
                    """)
                continue
            }
            do {
                let record = try JSONDecoder().decode(ClientRecord.self, from: data)
                guard record.schema == ClientRecord.schema, Self.name(of: record.client) == name else {
                    throw CocoaError(.fileReadCorruptFile)
                }
                records.append(record)
            } catch {
                file.setAside()
                logger.log(
                    .clientRecordDamaged,
                    "Client record damaged; renamed to \(name).damaged: \(error)")
            }
        }
        return records
    }

    /// Stores a record, unless a later revision is stored. If nothing needs to be stored, the file is removed.
    func save(_ record: ClientRecord, revision: Int, isNeeded: Bool) {
        guard revision > saved[record.client] ?? -1 else { return }
        saved[record.client] = revision
        if !isNeeded { forgetRemoved(but: (record.client, revision)) }
        let name = Self.name(of: record.client)
        var file = unreadable[name] ?? DurableFile(directory: directory, name: name)
        defer { unreadable[name] = file.isUnreadable ? file : nil }
        unremoved.remove(name)
        do {
            guard isNeeded else { return try file.remove() }
            try file.replace(with: Array(record.jsonText().utf8))
            if reporter.succeeds() { logger.log(.clientRecordWritten, "Client records writable again: \(directory)") }
        } catch {
            if !isNeeded, unremoved.count < Self.maximumRemoved { unremoved.insert(name) }
            guard reporter.fails(at: clock.now()) else { return }
            logger.log(
                .clientRecordNotWritten, "Client records not writable: \(directory): \(error)")
        }
    }

    /// Tries again to remove what could not be removed.
    func removeAgain() {
        for name in unremoved {
            var file = unreadable[name] ?? DurableFile(directory: directory, name: name)
            guard (try? file.remove()) != nil else { continue }
            unreadable[name] = nil
            unremoved.remove(name)
        }
    }

    private func forgetRemoved(but last: (client: ClientIdentity, revision: Int)) {
        removed.append(last)
        guard removed.count > Self.maximumRemoved else { return }
        let oldest = removed.removeFirst()
        // It may have been stored again since.
        if saved[oldest.client] == oldest.revision { saved[oldest.client] = nil }
    }

    /// The user, and a hash of the rest: the name of a unit or a label can contain anything.
    static func name(of client: ClientIdentity) -> String {
        // The owner is in the record itself.
        let hash = StableHash("\(client.unit ?? "")\u{0}\(client.label ?? "")").value
        return "\(client.user)-\(hash.hexadecimal).json"
    }
}
