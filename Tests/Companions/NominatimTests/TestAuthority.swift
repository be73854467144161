import Foundation
import LocdTestSupport
import Subprocess
import Testing

/// An authority of the test's own, and the certificates that it makes with openssl, which are gone with it.
final class TestAuthority: Sendable {
    static let openssl = ["/usr/bin/openssl", "/bin/openssl"].first { FileManager.default.isExecutableFile(atPath: $0) }

    private let directory = TemporaryDirectory()
    private var folder: URL { URL(filePath: directory.path) }

    init() async throws {
        try await Self.run(
            folder, "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2",
            "-subj", "/CN=Authority of a test", "-keyout", "authority.key", "-out", "authority.pem")
    }

    /// The file of those who trust it.
    var file: String { folder.appending(path: "authority.pem").path }

    /// A file with the certificate of a server and its key.
    /// - Parameters:
    ///   - names: As openssl writes them: `DNS:localhost`, `IP:127.0.0.1`.
    ///   - first: The year with which it becomes valid.
    ///   - last: The year with whose beginning it expires.
    func certificate(for names: String, from first: Int = 2020, until last: Int = 2099) async throws -> String {
        for (file, text) in [
            ("names", "subjectAltName=\(names)\n"), ("index", ""), ("serial", "01\n"),
            (
                "configuration",
                """
                [ca]
                default_ca=authority
                [authority]
                database=index
                serial=serial
                new_certs_dir=.
                default_md=sha256
                policy=policy
                [policy]
                commonName=supplied

                """
            ),
        ] { try text.write(to: folder.appending(path: file), atomically: true, encoding: .utf8) }
        try await Self.run(
            folder, "req", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=server",
            "-keyout", "server.key", "-out", "server.csr")
        try await Self.run(
            folder, "ca", "-batch", "-notext", "-config", "configuration", "-cert", "authority.pem", "-keyfile",
            "authority.key", "-startdate", "\(first)0101000000Z", "-enddate", "\(last)0101000000Z", "-extfile", "names",
            "-in", "server.csr", "-out", "server.pem")
        let parts = try ["server.pem", "server.key"].map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let file = folder.appending(path: "shown.pem")
        try parts.joined().write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private static func run(_ folder: URL, _ words: String...) async throws {
        let program = try #require(openssl)
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments(["-C", folder.path, program] + words), output: .discarded,
            error: .string(limit: 1 << 16))
        try #require(result.terminationStatus.isSuccess, "openssl \(words): \(result.standardError)")
    }
}
