/// Where a gpsd is, and which of its devices is meant.
public struct GPSDAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name or address.
    public var host: String
    /// The TCP port; gpsd's own is 2947.
    public var port: UInt16
    /// The path of the device in gpsd; `nil` takes what it has.
    public var device: String?

    /// A gpsd; the one of this machine where nothing else is said.
    public init(host: String = "localhost", port: UInt16 = 2947, device: String? = nil) {
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
    var isLocal: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
