import FoundationEssentials
import Glibc

/// A directory of this test's own, removed at its end. Its path is short enough for a socket.
package final class TemporaryDirectory {
    package let path: String

    package init() throws {
        var template = Array("/tmp/locd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Runs a closure with a directory that is removed when it ends.
    package static func with<Result>(_ body: (_ path: String) async throws -> Result) async throws -> Result {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        return try await body(directory.path)
    }

    package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}
