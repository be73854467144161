internal import LocationModel

extension HubCore {
    /// A client of the hub, by the identity of its manager.
    typealias ClientID = ObjectIdentifier

    /// Reports for one client.
    struct Delivery: Sendable, Hashable {
        /// The client that receives them.
        var client: ClientID
        /// The start of the client that they belong to; see ``HubCore/Client/start``.
        var start: Int
        /// The reports that it may receive, in order; never empty.
        var reports: [HubReport]
    }

    /// The consequences of an input. ``LocationHub`` carries them out in this order.
    struct Actions: Sendable, Hashable {
        /// Reports for clients.
        var deliveries: [Delivery] = []
        /// The receiver's condition, if its state or cause changed.
        var condition: ReceiverCondition?
        /// Whether to hold the receiver from now on or to release it; `nil` changes nothing.
        var holdsReceiver: Bool?
        /// Whether any client needs headings from now on; `nil` changes nothing.
        var needsHeading: Bool?
        /// The beacons that clients ask for, if that changed.
        var beacons: BeaconDemand?
        /// The instant at which ``HubCore/tick(at:)`` is due; `nil` if nothing is due.
        var deadline: Duration?
    }
}
