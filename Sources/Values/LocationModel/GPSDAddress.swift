/// The address of a gpsd and one of its devices.
package struct GPSDAddress: Sendable, Hashable, CustomStringConvertible {
    package static let assignedPort: UInt16 = 2947

    /// A host name, an IPv4 or an IPv6 address (without the brackets of the URL).
    package var host: String
    /// The TCP port, never 0.
    package var port: UInt16
    /// The absolute path of the device in gpsd; `nil` for the devices that gpsd has.
    package var device: String?

    /// Creates an address; the default is the gpsd of this machine.
    package init(host: String = "localhost", port: UInt16 = Self.assignedPort, device: String? = nil) {
        self.host = host
        self.port = port
        self.device = device
    }

    /// The URL as in the configuration: `gpsd://localhost:2947/dev/ttyUSB0`.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "gpsd://\(name):\(port)\(device ?? "")"
    }

    /// Whether gpsd runs on this machine, so that its devices are this machine's.
    package var isLocal: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Whether a device of gpsd is a file, and no source on the network: `tcp://…`, `ntrip://…`.
    package static func isPath(_ device: String) -> Bool { device.hasPrefix("/") }
}
