import LocdProtocol

/// The retry schedule after a session lost the daemon: the pause doubles with every failure, up to a maximum.
public struct Reconnection: Sendable, Hashable {
    /// The pause after the first failure.
    public var first: Duration
    /// The longest pause.
    public var longest: Duration
    /// The number of consecutive failures that ends the session; `nil` for no limit.
    public var attempts: Int?

    /// Creates a schedule. Default: 0.25 s, doubling up to 30 s, without limit.
    public init(first: Duration = .milliseconds(250), longest: Duration = .seconds(30), attempts: Int? = nil) {
        self.first = max(first, .zero)
        self.longest = max(longest, first)
        self.attempts = attempts
    }

    /// A session that ends when it loses the daemon.
    public static let never = Reconnection(attempts: 1)

    /// The pause after a number of consecutive failures, 1 or more; `nil` if the session should give up.
    public func pause(after failures: Int) -> Duration? {
        if let attempts, failures >= attempts { return nil }
        var pause = first
        for _ in 1..<max(min(failures, 64), 1) where pause < longest { pause *= 2 }
        return min(pause, longest)
    }
}

extension LocdClientError {
    /// Whether a retry may succeed: the daemon may start, or accept connections again.
    var mayPass: Bool {
        switch code {
        case .notReachable, .timedOut, .disconnected, .refused(.tooManyConnections),
            .refused(.tooSlow):
            true
        case .permissionDenied, .refused, .unreadable, .invalidCall, .cancelled: false
        }
    }
}
