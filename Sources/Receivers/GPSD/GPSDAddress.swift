/// Where a gpsd is, and which of its devices is meant.
public struct GPSDAddress: Sendable, Hashable, CustomStringConvertible {
    /// The port that IANA assigned to gpsd.
    public static let assignedPort: UInt16 = 2947

    /// A host name, an IPv4 or an IPv6 address (without the brackets that it has in the URL).
    public var host: String
    /// The TCP port, never 0.
    public var port: UInt16
    /// The absolute path of the device in gpsd; `nil` takes what it has.
    public var device: String?

    /// A gpsd; the one of this machine where nothing else is said.
    public init(host: String = "localhost", port: UInt16 = Self.assignedPort, device: String? = nil) {
        self.host = host
        self.port = port
        self.device = device
    }

    /// As the configuration spells it: `gpsd://localhost:2947/dev/ttyUSB0`.
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "gpsd://\(name):\(port)\(device ?? "")"
    }

    /// Whether it runs on this machine, so that its devices are this machine's.
    public var isLocal: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
