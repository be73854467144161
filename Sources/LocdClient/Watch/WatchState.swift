import LocationModel
public import LocdProtocol

/// What `locd watch` knows at a moment. Instants are of one monotonic clock; this state reads none.
public struct WatchState: Sendable {
    /// Seconds of the way that are kept, and the places of it at most.
    static let (traceSeconds, maximumTrace) = (900.0, 1800)
    /// Events that are kept.
    static let maximumEvents = 50

    /// How the daemon does, and the instant at which it said so.
    private(set) var status: (reply: StatusReply, arrival: Duration)?
    /// The satellites in view.
    private(set) var satellites: [ReportedSatellite] = []
    /// Who is served, and the names of their users.
    private(set) var clients: [ReportedClient] = []
    private(set) var users: [Int: String] = [:]
    /// The latest location of the stream, and the instant at which it came.
    private(set) var location: (location: Location, arrival: Duration)?
    /// The way of the last minutes, the latest place last.
    private(set) var trace: [Location] = []
    /// Where the bow points.
    private(set) var heading: Heading?
    /// The latest events that are neither locations nor headings, the latest first.
    private(set) var otherEvents: [LocationEvent] = []
    /// Locations and headings that were missed.
    private(set) var missed = 0
    /// Why the daemon is lost; `nil` while it is there.
    private(set) var loss: String?

    /// Nothing is known yet.
    public init() {}

    /// Takes what the session is told.
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
        // Time that went back, or a day without a fix: what came before is no way to here.
        if let last = trace.last, !(0...Self.traceSeconds).contains(location.timestamp.seconds(since: last.timestamp)) {
            trace.removeAll()
        }
        trace.append(location)
        if trace.count > Self.maximumTrace { trace.removeFirst(Self.maximumTrace / 4) }
        let old = trace.prefix { location.timestamp.seconds(since: $0.timestamp) > Self.traceSeconds }.count
        if old > 0 { trace.removeFirst(old) }
    }

    /// Takes what the daemon answers when it is asked. What it did not answer stays as it was known.
    public mutating func receive(
        status reply: StatusReply, satellites: [ReportedSatellite]?, clients: [ReportedClient]?, users: [Int: String],
        at now: Duration
    ) {
        status = (reply, now)
        self.satellites = satellites ?? self.satellites
        self.clients = clients ?? self.clients
        self.users.merge(users) { $1 }
    }

    /// The status at an instant, with the location of the stream, which is as its filters let it through.
    func currentStatus(at now: Duration) -> StatusReply? {
        guard var reply = status?.reply, let arrival = status?.arrival else { return nil }
        reply.locationAge = reply.locationAge.map { $0 + (now - arrival).inSeconds }
        reply.receiver.stateAge += (now - arrival).inSeconds
        // Where the daemon tells no place now, as in a private region, an earlier one of the stream is none either.
        guard let location, reply.location != nil else { return reply }
        reply.location = ReportedLocation(location.location)
        reply.horizontalAccuracy = location.location.horizontalAccuracy
        reply.locationAge = (now - location.arrival).inSeconds
        return reply
    }
}
