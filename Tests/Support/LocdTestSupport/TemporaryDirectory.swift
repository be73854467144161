import FoundationEssentials
import Glibc

/// A directory of this test's own, removed at its end. Its path is short enough for a socket.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/locd-test-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        precondition(made != nil, "no directory can be made in /tmp")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Runs a closure with a directory that is removed when it ends.
    package static func with<Result>(_ body: (_ path: String) async throws -> Result) async throws -> Result {
        let directory = TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        return try await body(directory.path)
    }

    package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    /// Makes a file in it; returns its path.
    @discardableResult
    package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}
