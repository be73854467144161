import FoundationEssentials
import Glibc
import Tracks

/// A file of JSON that must survive a restart, with its directory, which is the daemon's alone.
struct KeptFile: Sendable {
    let directory: String
    let name: String

    /// Where it is.
    var path: String { "\(directory)/\(name)" }

    /// Writes it at one stroke, in place of the one before. Makes the directory where that is missing.
    func replace(with content: some Encodable) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = try ExportDestination(path: path)
        try file.write([UInt8](try encoder.encode(content)))
        try file.commit()
    }

    /// Puts it out of the way, for whoever wants to know why it could not be used.
    func setAside() {
        rename(path, path + ".damaged")
    }

    /// Puts one that could not be read out of the way of what is written in its place, for whoever may read it.
    func setUnreadableAside() throws(SystemCallError) {
        guard rename(path, path + ".unreadable") != 0, errno != ENOENT else { return }
        throw SystemCallError("rename", errno)
    }

    /// Removes it.
    func remove() {
        unlink(path)
    }
}
