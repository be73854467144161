internal import SystemSupport

/// Whether NetworkManager calls the connection metered. It is asked through busctl, at most twice a minute; without
/// NetworkManager no connection is metered.
final class MeteredConnection {
    private static let program = "/usr/bin/busctl"
    private static let interval = Duration.seconds(30)

    private var answer: (value: Bool, at: Duration)?

    /// Whether the connection is metered, at a monotonic instant.
    func isMetered(at now: Duration) -> Bool {
        if let answer, now - answer.at < Self.interval { return answer.value }
        let words = [
            Self.program, "--timeout=2", "get-property", "org.freedesktop.NetworkManager",
            "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Metered",
        ]
        let reply = try? ChildProcess.run(
            words, environment: ChildProcess.environment(), output: .collected, timeout: .seconds(5))
        let value = reply?.end == .exited(0) && Self.isMetered(String(decoding: reply?.output ?? [], as: UTF8.self))
        answer = (value, now)
        return value
    }

    /// Reads `u 1`: NMMetered's yes (1) and guess-yes (3).
    static func isMetered(_ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.count == 2 && words[0] == "u" && (words[1] == "1" || words[1] == "3")
    }
}
