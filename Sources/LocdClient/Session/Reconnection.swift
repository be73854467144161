import LocdProtocol

/// When a session that lost the daemon tries again: after a pause that doubles with every failure, up to a longest one.
public struct Reconnection: Sendable, Hashable {
    /// The pause after the first failure.
    public var first: Duration
    /// The longest pause.
    public var longest: Duration
    /// How many failures in a row end the session; `nil` for none.
    public var attempts: Int?

    /// The usual: 0.25 s, doubling up to 30 s, for ever.
    public init(first: Duration = .milliseconds(250), longest: Duration = .seconds(30), attempts: Int? = nil) {
        self.first = max(first, .zero)
        self.longest = max(longest, first)
        self.attempts = attempts
    }

    /// A session that ends when it loses the daemon.
    public static let never = Reconnection(attempts: 1)

    /// The pause after so many failures in a row, 1 or more; `nil` where it is time to give up.
    public func pause(after failures: Int) -> Duration? {
        if let attempts, failures >= attempts { return nil }
        var pause = first
        for _ in 1..<max(min(failures, 64), 1) where pause < longest { pause *= 2 }
        return min(pause, longest)
    }
}

extension LocdClientError {
    /// Whether trying again later may help: the daemon may start, or have room.
    var mayPass: Bool {
        switch code {
        case .notReachable, .timedOut, .disconnected, .refused(.tooManyConnections),
            .refused(.tooSlow):
            true
        case .permissionDenied, .refused, .unreadable, .invalidCall, .cancelled: false
        }
    }
}
