/// Where a gpsd is, and which of its devices is meant.
package struct GPSDAddress: Sendable, Hashable, CustomStringConvertible {
    /// The port that IANA assigned to gpsd.
    package static let assignedPort: UInt16 = 2947

    /// A host name, an IPv4 or an IPv6 address (without the brackets that it has in the URL).
    package var host: String
    /// The TCP port, never 0.
    package var port: UInt16
    /// The absolute path of the device in gpsd; `nil` takes what it has.
    package var device: String?

    /// A gpsd; the one of this machine where nothing else is said.
    package init(host: String = "localhost", port: UInt16 = Self.assignedPort, device: String? = nil) {
        self.host = host
        self.port = port
        self.device = device
    }

    /// As the configuration spells it: `gpsd://localhost:2947/dev/ttyUSB0`.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "gpsd://\(name):\(port)\(device ?? "")"
    }

    /// Whether it runs on this machine, so that its devices are this machine's.
    package var isLocal: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
