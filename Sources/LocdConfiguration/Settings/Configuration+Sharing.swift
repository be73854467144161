extension Configuration {
    /// Programs that know nothing of locd, in the protocols that they speak.
    public struct Sharing: Sendable, Hashable {
        /// Where NMEA 0183 is served.
        public var nmea: [ListeningAddress] = []
        /// Where gpsd's protocol is served; `nil` for nowhere.
        public var gpsd: ListeningAddress?
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
        }
        return nil
    }
}
