public import Glibc
import SystemSupport

/// Tells the service manager how the daemon is doing (sd_notify(3)): one datagram to the socket in `NOTIFY_SOCKET`.
///
/// Never an obstacle: where no manager listens, or its queue is full, a notice is dropped and the daemon goes on.
public struct ServiceManager: Sendable {
    /// What there is to tell.
    public enum Notice: Sendable, Hashable {
        /// The daemon serves: configuration valid, directory writable, socket listening.
        case ready
        /// One line for a person; `systemctl status` shows it.
        case status(String)
        /// The configuration is being read again; ``ready`` ends it.
        case reloading
        /// The daemon is on its way out.
        case stopping
        /// The daemon is alive; due within every ``ServiceManager/watchdogInterval``.
        case watchdog
    }

    /// How often the manager wants a sign of life: half of what it allows, as its manual advises. `nil` where it
    /// wants none.
    public let watchdogInterval: Duration?
    private let address: UnixAddress?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`. Without them every notice goes nowhere.
    public init(environment: [String: String], process: pid_t = getpid()) {
        address = environment["NOTIFY_SOCKET"].flatMap { UnixAddress($0, isAbstractAllowed: true) }
        let isForUs = environment["WATCHDOG_PID"].map { pid_t($0) == process } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogInterval =
            if let microseconds, isForUs, microseconds > 1, microseconds < .max {
                .microseconds(microseconds / 2)
            } else { nil }
    }

    /// Whether there is a manager to tell anything.
    public var listens: Bool { address != nil }

    /// Sends notices together, in one datagram. Does not wait.
    /// - Returns: Whether the manager took them.
    @discardableResult
    public func notify(_ notices: Notice...) -> Bool {
        guard let address, !notices.isEmpty else { return false }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let message = Array(notices.map(Self.text).joined(separator: "\n").utf8)
        return address.withPointer { pointer, length in
            sendto(descriptor, message, message.count, CInt(MSG_NOSIGNAL), pointer, length) == message.count
        }
    }

    private static func text(of notice: Notice) -> String {
        switch notice {
        case .ready: "READY=1"
        case .status(let line): "STATUS=" + String(line.map { $0.isNewline ? " " : $0 })
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonicMicroseconds)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        }
    }
}
