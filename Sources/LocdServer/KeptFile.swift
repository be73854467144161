import FoundationEssentials
import SystemSupport

/// A file of JSON that must survive a restart, with its directory, which is the daemon's alone.
struct KeptFile: Sendable {
    /// What was found of it.
    enum Finding {
        case content(Data)
        /// There is no such file.
        case none
        /// It is there, and the system does not give it.
        case unreadable
    }

    /// More is not read; what is kept is thousands of times smaller.
    private static let maximumBytes = 64 << 20

    let directory: String
    let name: String
    /// It is there and could not be read: what is in it must not be lost with what takes its place.
    private(set) var isUnreadable = false

    init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// Where it is.
    var path: String { "\(directory)/\(name)" }

    /// Where one that could not be read is put, when something takes its place.
    var unreadablePath: String { path + ".unreadable" }

    /// Where ``setAside()`` puts it.
    var damagedPath: String { path + ".damaged" }

    /// Reads it; whatever is there, this returns.
    mutating func read() -> Finding {
        do throws(BoundedFile.Failure) {
            let content = try BoundedFile.contents(of: path, limit: Self.maximumBytes)
            isUnreadable = false
            return .content(Data(content))
        } catch {
            isUnreadable = !error.isMissing
            return isUnreadable ? .unreadable : .none
        }
    }

    /// Writes it at one stroke, in place of the one before; that is put out of the way first where it could not be read. Makes the
    /// directory where that is missing.
    mutating func replace(with content: some Encodable) throws {
        try setUnreadableAside()
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = try FileReplacement(of: path, mode: 0o600, through: path + ".new")
        try file.append([UInt8](try encoder.encode(content)))
        try file.commit(synchronizing: [.content, .name])
    }

    /// Puts it out of the way, for whoever wants to know why it could not be used.
    func setAside() {
        try? SystemFileSystem().rename(path, to: damagedPath)
    }

    /// Removes it, or puts it out of the way where it could not be read.
    mutating func remove() throws {
        try setUnreadableAside()
        try? SystemFileSystem().remove(path)
    }

    private mutating func setUnreadableAside() throws(SystemCallError) {
        guard isUnreadable else { return }
        do throws(SystemCallError) {
            try SystemFileSystem().rename(path, to: unreadablePath)
        } catch {
            guard error.isMissing else { throw error }
        }
        isUnreadable = false
    }
}
