public import LocationModel

extension Configuration {
    /// What programs of other machines can have.
    public enum NetworkAccess: String, Sendable, Hashable, CaseIterable {
        /// No listener is open to the network.
        case none
        /// At most the location with reduced accuracy, some kilometres.
        case reduced
        /// Everything, with full accuracy.
        case full

        /// How much that is.
        public var disclosure: Disclosure {
            switch self {
            case .none: .nothing
            case .reduced: .reduced
            case .full: .everything
            }
        }
    }

    /// Programs that know nothing of locd, in the protocols that they speak.
    public struct Sharing: Sendable, Hashable {
        /// Where NMEA 0183 is served.
        public var nmea: [ListeningAddress] = []
        /// Where gpsd's protocol is served; `nil` for nowhere.
        public var gpsd: ListeningAddress?
        /// What everybody can have who reaches an address that is not of this machine alone.
        public var network = NetworkAccess.none
        /// Whether locd is GeoClue's service on the system bus.
        public var isGeoClue = false

        /// The defaults: nothing is served.
        public init() {}
    }
}

extension Configuration {
    /// What cannot work together with ``sharing``: the key, what is wrong and what to do; `nil` for nothing.
    var sharingConflict: (key: String, what: String, remedy: String)? {
        if case .gpsd(let source) = receiver.source, let own = sharing.gpsd, own.isReached(by: source) {
            return (
                "sharing.gpsd", "\(own) is where receiver.source reads gpsd: locd would read itself",
                "choose another port, tcp://127.0.0.1:2948 say, or read the port directly: receiver.source serial:/dev/…"
            )
        }
        let all =
            sharing.nmea.map { ("sharing.nmea", $0) } + [sharing.gpsd].compactMap(\.self).map { ("sharing.gpsd", $0) }
        for (index, (key, address)) in all.enumerated() {
            if address == .unix(path: api.socket) {
                return (key, "\(address) is the socket of locd itself (api.socket)", "choose another path")
            }
            if all[..<index].contains(where: { $0.1 == address }) {
                return (key, "\(address) is there twice", "choose another address for one of them")
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
