internal import LocationModel

extension HubCore {
    /// A client of the hub, by the identity of its manager.
    typealias ClientID = ObjectIdentifier

    /// Reports for one client.
    struct Delivery: Sendable, Hashable {
        /// Whose they are.
        var client: ClientID
        /// The start of the client that they belong to; see ``HubCore/Client/start``.
        var start: Int
        /// What it may have, in order; never empty.
        var reports: [HubReport]
    }

    /// What follows from something that was handled: ``LocationHub`` does it, in this order.
    struct Actions: Sendable, Hashable {
        /// Reports for clients.
        var deliveries: [Delivery] = []
        /// The receiver's condition, if its state or cause changed.
        var condition: ReceiverCondition?
        /// Whether to hold the receiver from now on or to release it; `nil` leaves it as it is.
        var holdsReceiver: Bool?
        /// The instant at which ``HubCore/tick(at:)`` is due; `nil` if nothing falls due.
        var deadline: Duration?
    }
}
