package import LocationModel
package import LocdConfiguration
package import LocdProtocol
package import LocdServer
import Synchronization

/// An address and the protocol spoken there.
package struct SharingListener: Sendable, Hashable {
    /// Where.
    package var address: ListeningAddress
    /// What.
    package var form: ReportedClient.Method

    /// A listener.
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

/// A client of NMEA 0183, which only reads.
package final class NMEAConversation: SharedConversation {
    package let form = ReportedClient.Method.NMEA
    package let greeting: StreamFrame? = nil
    package let isServedAtOnce = true
    package let isStreaming = true

    private struct State {
        var fix = FixState()
        /// Whether anything was sent since the last tick.
        var hasSpoken = false
    }

    private let epochs: SharedEpochs
    private let state = Mutex(State())

    /// A client that has received nothing.
    package init(_ epochs: SharedEpochs) {
        self.epochs = epochs
    }

    package func begin(isReduced: Bool) {
        state.withLock { $0.fix = FixState(isReduced: isReduced) }
    }

    /// Commands for a receiver are ignored.
    package func take(_ bytes: some Sequence<UInt8>) -> (frames: [StreamFrame], asks: Bool) { ([], false) }

    package func frames(_ events: [LocationEvent]) -> [StreamFrame] {
        events.compactMap { event in
            let fix = state.withLock { state -> FixState? in
                guard state.fix.receive(event) else { return nil }
                state.hasSpoken = true
                return state.fix
            }
            return fix.map { epochs.frame(epochs.epoch(of: $0), as: .sentences) }
        }
    }

    package func tick() -> [StreamFrame] {
        let fix = state.withLock { state -> FixState? in
            defer { state.hasSpoken = false }
            return state.hasSpoken || !state.fix.isRepeated ? nil : state.fix
        }
        return fix.map { [epochs.frame(epochs.epoch(of: $0), as: .sentences)] } ?? []
    }

    package func farewell(_ reason: String) -> [UInt8] { NMEAEncoder.text(reason) }
}
