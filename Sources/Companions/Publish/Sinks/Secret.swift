internal import Glibc
internal import SystemSupport

/// Reads the password of a sink each time it is needed. It is in no configuration, argument or log.
package enum Secret {
    static let maximumBytes = 4096

    /// The password; `nil` if the sink has none. `credentials`: systemd's directory of credentials.
    package static func password(of sink: PublishSink, credentials: String?) throws(SinkFailure) -> String? {
        if let name = sink.passwordCredential {
            guard let credentials else {
                throw SinkFailure(
                    .setup, "the credential \(name) is not there",
                    "add LoadCredential=\(name):/path to the unit with systemctl edit locd-publish")
            }
            return try contents(of: "\(credentials)/\(name)")
        }
        guard let path = sink.passwordFile else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path, SystemCallError.message(of: errno)) }
        guard status.st_mode & 0o077 == 0 else {
            throw SinkFailure(.setup, "others may read the password in \(path)", "run chmod 600 \(path)")
        }
        return try contents(of: path)
    }

    private static func contents(of path: String) throws(SinkFailure) -> String {
        let bytes: [UInt8]
        do throws(BoundedFile.Failure) {
            bytes = try BoundedFile.contents(of: path, limit: maximumBytes)
        } catch {
            throw unreadable(path, error.description)
        }
        var password = bytes[...]
        while let last = password.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            password.removeLast()
        }
        guard !password.isEmpty, !password.contains(0), let text = String(validating: password, as: UTF8.self) else {
            throw SinkFailure(.setup, "there is no password in \(path)", "write it there, on one line")
        }
        return text
    }

    private static func unreadable(_ path: String, _ why: String) -> SinkFailure {
        SinkFailure(
            .setup, "cannot read the password in \(path): \(why)",
            "run chown locd-publish \(path) and chmod 600 \(path)")
    }
}
