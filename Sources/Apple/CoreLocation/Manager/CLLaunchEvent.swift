import Glibc

/// Why locd started this program (`wake` of a client in clients.yaml). Apple's name for it is `launchOptions`.
@_weakLinked public struct CLLaunchEvent: Sendable, Hashable, Codable {
    /// What happened.
    @_weakLinked public enum Cause: String, Sendable, Codable {
        /// A region was entered or left.
        case region
        /// A visit began or ended.
        case visit
        /// This machine is 500 m on.
        case significantChange
    }

    /// What happened.
    public let cause: Cause
    /// The identifier of the region.
    public let region: String?
    /// `inside` after an entry, `outside` after an exit.
    public let state: String?
    /// When, RFC 3339.
    public let timestamp: String?
}

extension CLLocationManager {
    /// The event for which locd started this program; `nil` if somebody else did. The first access takes the line that
    /// locd wrote, from the socket that systemd passes on or, with `StandardInput=socket`, from standard input. The
    /// event itself comes as usual, as soon as there is a manager.
    public static let launchEvent: CLLaunchEvent? = {
        let environment = ProcessInfo.processInfo.environment
        guard environment["LISTEN_PID"] == String(getpid()),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }),
            count >= 1
        else { return isSocket(0) ? event(from: 0) : nil }
        // systemd's first descriptor: it listens, or is the connection itself.
        var waiting = pollfd(fd: 3, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) > 0 else { return nil }
        let connection = accept(3, nil, nil)
        guard connection >= 0 else { return event(from: 3) }
        defer { close(connection) }
        return event(from: connection)
    }()

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var type: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0
    }

    /// The line that is there already: nothing is waited for. What else may be on standard input stays there.
    private static func event(from descriptor: Int32) -> CLLaunchEvent? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_PEEK))
        guard count > 0,
            let event = try? JSONDecoder().decode(CLLaunchEvent.self, from: Data(bytes[..<count]))
        else { return nil }
        _ = recv(descriptor, &bytes, count, Int32(MSG_DONTWAIT))
        return event
    }
}
