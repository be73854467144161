public import LocationModel

extension LocationHub {
    /// The hub's state, for `status`.
    public struct Status: Sendable, Hashable {
        /// The receiver, as written in the configuration.
        public var source: String
        /// The receiver's state.
        public var condition: ReceiverCondition
        /// The latest location that passed the gate, and the monotonic instant of its arrival.
        public var latest: (location: Location, arrival: Duration)? {
            guard let latestLocation, let latestArrival else { return nil }
            return (latestLocation, latestArrival)
        }
        /// The receiver's time, of the latest location.
        package var receiverTime: ReceiverTime? { latest.map { ReceiverTime($0) } }
        /// The private region that contains the latest location; `nil` if none does.
        public var latestZone: PrivacyZone?
        /// The latest sky view.
        public var sky: SkyView?
        /// Fixes that passed the gate.
        public var accepted = 0
        /// Fixes that the gate refused, by reason.
        public var rejected: [RejectionReason: Int] = [:]
        /// Locations that lost an absurd altitude.
        public var altitudesRejected = 0
        /// Whether the last look at the receiver brought a location.
        public var lastLookWasGood = true
        /// How many managers need locations.
        public var managers = 0

        var latestLocation: Location?
        var latestArrival: Duration?

        init(of core: HubCore, source: String) {
            self.source = source
            condition = core.condition
            latestLocation = core.latest?.location
            latestArrival = core.latest?.arrival
            latestZone = core.latest.flatMap { core.zones.zone(at: $0.location.coordinate) }
            sky = core.sky
            accepted = core.accepted
            rejected = core.rejected
            altitudesRejected = core.gate.altitudesRejected
            lastLookWasGood = core.duty.lastLookWasGood
            managers = core.clients.count
        }
    }
}
