import LocationModel
public import LocdClient
public import LocdProtocol

/// The state of `locd watch`. Instants are those of one monotonic clock, which this type does not read itself.
public struct WatchState: Sendable {
    /// The length of the trace in seconds, and its maximum number of locations.
    static let (traceSeconds, maximumTrace) = (900.0, 1800)
    static let maximumEvents = 50

    /// The status of the daemon, and the instant of its arrival.
    private(set) var status: (reply: StatusReply, arrival: Duration)?
    private(set) var satellites: [ReportedSatellite] = []
    /// The connected clients, and the names of their users.
    private(set) var clients: [ReportedClient] = []
    private(set) var users: [Int: String] = [:]
    /// The latest location of the stream, and the instant of its arrival.
    private(set) var location: (location: Location, arrival: Duration)?
    /// The track of the last minutes, the latest location last.
    private(set) var trace: [Location] = []
    private(set) var heading: Heading?
    /// The latest events that are neither locations nor headings, the latest first.
    private(set) var otherEvents: [LocationEvent] = []
    /// The number of dropped locations and headings.
    private(set) var missed = 0
    /// Why the connection to the daemon was lost; `nil` while connected.
    private(set) var loss: String?

    /// Creates an empty state.
    public init() {}

    /// Applies an update of the session.
    public mutating func receive(_ update: SessionUpdate, at now: Duration) {
        switch update {
        case .connected:
            (loss, location, heading) = (nil, nil, nil)
            trace.removeAll()
        case .disconnected(let error, _): loss = error.problem
        case .missed(let count): missed += count
        case .events(let events):
            for event in events {
                switch event {
                case .location(let location):
                    self.location = (location, now)
                    extendTrace(to: location)
                case .heading(let heading): self.heading = heading
                default: otherEvents.insert(event, at: 0)
                }
            }
            otherEvents = Array(otherEvents.prefix(Self.maximumEvents))
        }
    }

    private mutating func extendTrace(to location: Location) {
        // If time went back, or there was no fix for a day, the earlier locations do not lead here.
        if let last = trace.last, !(0...Self.traceSeconds).contains(location.timestamp.seconds(since: last.timestamp)) {
            trace.removeAll()
        }
        trace.append(location)
        if trace.count > Self.maximumTrace { trace.removeFirst(Self.maximumTrace / 4) }
        let old = trace.prefix { location.timestamp.seconds(since: $0.timestamp) > Self.traceSeconds }.count
        if old > 0 { trace.removeFirst(old) }
    }

    /// Applies the replies of the daemon. Values that are `nil` leave the state as it was.
    public mutating func receive(
        status reply: StatusReply, satellites: [ReportedSatellite]?, clients: [ReportedClient]?, users: [Int: String],
        at now: Duration
    ) {
        status = (reply, now)
        self.satellites = satellites ?? self.satellites
        self.clients = clients ?? self.clients
        self.users.merge(users) { $1 }
    }

    /// The status at an instant, with the location of the stream, which passed the session's filters.
    func currentStatus(at now: Duration) -> StatusReply? {
        guard var reply = status?.reply, let arrival = status?.arrival else { return nil }
        reply.locationAge = reply.locationAge.map { $0 + (now - arrival) / .seconds(1) }
        reply.receiver.stateAge += (now - arrival) / .seconds(1)
        // If the daemon reports no location now, as in a private region, an earlier one of the stream is not shown
        // either.
        guard let location, reply.location != nil else { return reply }
        reply.location = ReportedLocation(location.location)
        reply.horizontalAccuracy = location.location.horizontalAccuracy
        reply.locationAge = (now - location.arrival) / .seconds(1)
        return reply
    }
}
