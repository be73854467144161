import FoundationEssentials
import LocationServices
import LocdProtocol
import SystemSupport

/// What the recorder's pipeline must not forget over a restart, in a ``DurableFile``.
struct StateFile: Sendable {
    private struct Content: Codable {
        /// Of the form, not of locd.
        var version: Int
        /// Which locd wrote it.
        var locd: String?
        var state: PipelineState
    }

    /// What is looked at first: of another version the rest may mean anything.
    private struct Envelope: Decodable {
        var version: Int
    }

    /// What was found.
    enum Finding {
        /// Apart: the others are small, and are copied as they are.
        indirect case state(PipelineState)
        /// There is no such file: a first run.
        case none
        /// There is one that cannot be used, in words.
        case unusable(String)
        /// There may be one, and the system does not give it. What takes its place leaves it beside itself.
        case unreadable(SystemCallError)
    }

    /// The version of the form that is written and read.
    static let version = 1
    /// 100,000 regions that are all inside need a fifth of the bytes that it may have.
    private var file: DurableFile

    init(directory: String) {
        file = DurableFile(directory: directory, name: "recorder.json")
    }

    var path: String { file.path }
    /// Where it goes when it cannot be used, for whoever wants to know why.
    var damagedPath: String { file.damagedPath }

    /// Reads it; whatever is in there, this returns.
    mutating func read() -> Finding {
        let bytes: [UInt8]
        switch file.read() {
        case .content(let content): bytes = content
        case .none: return .none
        case .unreadable(.system(let error)) where !error.isDirectory: return .unreadable(error)
        case .unreadable: return .unusable("it is not a regular file of at most 64 MiB")
        }
        do {
            let decoder = JSONDecoder()
            let version = try decoder.decode(Envelope.self, from: Data(bytes)).version
            guard version == Self.version else { return .unusable("it has version \(version), not \(Self.version)") }
            let state = try decoder.decode(Content.self, from: Data(bytes)).state
            return state.isValid ? .state(state) : .unusable("it contains impossible values")
        } catch {
            return .unusable("it is damaged")
        }
    }

    /// Puts a file that cannot be used out of the way; false where that is not possible.
    func setAside() -> Bool { file.setAside() }

    /// Writes it, in place of the one before. Makes the directory where that is missing.
    ///
    /// - Parameter isSynced: Whether it must be on the disk before it bears its name. Without that a power cut can
    ///   leave an empty file under the name.
    /// - Returns: The parts that are left out, because the file cannot contain them or the next run would not take
    ///   them.
    @discardableResult
    mutating func write(_ state: PipelineState, isSynced: Bool) throws(SystemCallError) -> [String] {
        var state = state
        var dropped: [String] = []
        var data = Self.encoded(state)
        if data == nil {
            dropped = state.dropParts { (try? JSONEncoder().encode($0)) != nil }
            data = Self.encoded(state)
        }
        guard let data else { throw SystemCallError("encode", SystemCallError.invalid) }
        // Which of two whole files a power cut leaves does not matter: the track, which is synced before, tells them
        // apart.
        try file.replace(with: Array(data), synchronizing: isSynced ? .content : [])
        return dropped
    }

    /// Keeps a second daemon out of the directory, which would overwrite what this one stores of visits, clients and
    /// decisions. `nil` if the directory cannot be written: locd records all the same.
    static func lock(directory: String) throws(DaemonError) -> DirectoryLock? {
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        switch try? DirectoryLock.take("\(directory)/daemon.lock", mode: 0o600) {
        case .taken(let lock): return lock
        case nil: return nil
        case .held(let holder):
            throw DaemonError(
                .state, "Another locd\(holder.map { " (\($0))" } ?? "") keeps its state in \(directory).",
                remedy: "Stop it, or set another state.directory for this one.")
        }
    }

    private static func encoded(_ state: PipelineState) -> Data? {
        guard state.isValid else { return nil }
        return try? JSONEncoder().encode(Content(version: version, locd: LocdRelease.version, state: state))
    }
}
