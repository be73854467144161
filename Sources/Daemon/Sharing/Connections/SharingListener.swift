package import LocdConfiguration
package import LocdProtocol
import LocdServer

/// An address and the protocol spoken there.
package struct SharingListener: Sendable, Hashable {
    package var address: ListeningAddress
    package var form: ReportedClient.Method

    package init(_ address: ListeningAddress, _ form: ReportedClient.Method) {
        self.address = address
        self.form = form
    }

    /// All listeners of a configuration, in its order.
    package static func all(of configuration: Configuration.Sharing) -> [SharingListener] {
        configuration.nmea.map { SharingListener($0, .NMEA) }
            + configuration.gpsd.map { SharingListener($0, .gpsd) }
    }

    /// The key of the configuration.
    package var key: String { form == .gpsd ? "sharing.gpsd" : "sharing.nmea" }

    /// What is reported if listening fails.
    var subject: String { "\(key) \(address)" }

    /// Listens on the address, with the socket that systemd passed for it or a new one.
    func open(_ activation: ActivationSockets) throws(SocketError) -> ListeningSocket {
        switch address {
        case .unix(let path): return try ListeningSocket(path: path, key: key)
        case .tcp(let host, let port):
            if let passed = activation.listener(host: host, port: port) {
                return try ListeningSocket(sharing: passed, key: key)
            }
            return try ListeningSocket(host: host, port: port, key: key)
        }
    }

    func conversation(_ epochs: SharedEpochs) -> any SharedConversation {
        form == .gpsd ? GPSDConversation(epochs) : NMEAConversation(epochs)
    }
}
