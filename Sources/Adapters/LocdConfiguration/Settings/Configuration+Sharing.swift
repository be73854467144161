public import LocationModel

extension Configuration {
    /// The authorization of programs on other machines.
    public enum NetworkAccess: String, Sendable, Hashable, CaseIterable {
        /// No listener is open to the network.
        case none
        /// At most the location with reduced accuracy, some kilometres.
        case reduced
        /// Everything, with full accuracy.
        case full

        /// The resulting disclosure.
        public var disclosure: Disclosure {
            switch self {
            case .none: .nothing
            case .reduced: .reduced
            case .full: .everything
            }
        }
    }

    /// Other programs, and the protocols in which they are served.
    public struct Sharing: Sendable, Hashable {
        /// The addresses that serve NMEA 0183.
        public var nmea: [ListeningAddress] = []
        /// The addresses that serve gpsd's protocol.
        public var gpsd: [ListeningAddress] = []
        /// The authorization of everybody who reaches an address beyond this machine.
        public var network = NetworkAccess.none
        /// Whether locd is GeoClue's service on the system bus.
        public var isGeoClue = false
        /// Whether positions that are not trusted are passed on.
        public var passesUntrusted = true

        /// All these addresses, each with its key, in the order of the keys.
        public var addresses: [(key: String, address: ListeningAddress)] {
            nmea.map { ("sharing.nmea", $0) } + gpsd.map { ("sharing.gpsd", $0) }
        }
    }

    /// Settings that conflict with ``sharing``: the key, the problem and the remedy; `nil` without a conflict.
    var sharingConflict: (key: String, what: String, remedy: String)? {
        if case .gpsd(let source) = receiver.source, let own = sharing.gpsd.first(where: { $0.isReached(by: source) }) {
            return (
                "sharing.gpsd", "\(own) is where receiver.source reads gpsd: locd would read itself",
                "choose another port, tcp://127.0.0.1:2948 say, or read the port directly: receiver.source serial:/dev/…"
            )
        }
        let all = sharing.addresses
        for (index, (key, address)) in all.enumerated() {
            if address == .unix(path: api.socket) {
                return (key, "\(address) is the socket of locd itself (api.socket)", "choose another path")
            }
            if all[..<index].contains(where: { $0.address == address }) {
                return (key, "\(address) is listed twice", "choose another address for one of them")
            }
            if address.isOpenToNetwork, sharing.network == .none {
                return (
                    key, "\(address) is open to the network, and locd cannot tell who reads there",
                    "set sharing.network: reduced (everybody there gets the location, some kilometres wide) or full "
                        + "(everybody there gets the exact location), or choose an address of this machine, "
                        + "tcp://127.0.0.1:10110 say"
                )
            }
        }
        return nil
    }
}
