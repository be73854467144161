/// An event that a location manager delivers to its client and the recorder writes to the track.
public enum LocationEvent: Sendable, Hashable {
    /// A location that passed every filter.
    case location(Location)
    /// Updates paused.
    case pause(Pause)
    /// Updates resumed.
    case resume(Resume)
    /// There was no usable fix for a while; precedes the location that ended the gap.
    case gap(Gap)
    /// The receiver's time was corrected backwards; precedes the first location with the new time.
    case timeReset(TimeReset)
    /// Arrival at a place for a stay, or departure from it.
    case visit(Visit)
    /// The state of a region: inside or outside.
    case region(RegionEvent)
    /// The beacons that were ranged.
    case beacons(RangedBeacons)
    /// The direction in which the bow points.
    case heading(Heading)
    /// The current activity changed.
    case activity(MotionActivity)
    /// Steps were counted.
    case steps(StepCount)
    /// The locations of a deferral follow.
    case deferredUpdatesFinished(DeferredUpdatesFinish)
    /// A request failed.
    case failure(LocationFailure)
    /// The authorization of the client changed.
    case authorization(Authorization)
    /// The machine came into another time zone.
    case timeZone(TimeZoneChange)
    /// The state of the receiver changed.
    case receiver(ReceiverChange)
    /// The trust in the position changed.
    case integrity(IntegrityChange)

    /// The time of the event; for a gap, its end. `nil` for events without a time: a failure before the first location,
    /// a heading before the time is known, a person's decision, the state of the receiver.
    public var timestamp: Timestamp? {
        switch self {
        case .location(let location): location.timestamp
        case .pause(let pause): pause.timestamp
        case .resume(let resume): resume.timestamp
        case .gap(let gap): gap.to
        case .timeReset(let reset): reset.timestamp
        case .visit(let visit): visit.timestamp
        case .region(let region): region.timestamp
        case .beacons(let ranged): ranged.timestamp
        case .heading(let heading): heading.timestamp
        case .activity(let activity): activity.timestamp
        case .steps(let steps): steps.timestamp
        case .deferredUpdatesFinished(let finish): finish.timestamp
        case .failure(let failure): failure.timestamp
        case .timeZone(let change): change.timestamp
        case .integrity(let change): change.timestamp
        case .authorization, .receiver: nil
        }
    }

    /// Whether the event is recorded in a track. Replies to the requests of one client are not.
    public var isRecorded: Bool {
        switch self {
        case .location: true
        case .region(let region): region.isRecorded
        default: kind.isRecorded
        }
    }
}

// To add a type of event, add a case above, its time, and a line in each switch below. Its members are in the file of
// its value.
extension LocationEvent {
    /// The types of events, as spelled in `type`.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case location, pause, resume, gap, timeReset, visit, region, beacons, heading, activity, deferredUpdatesFinished
        case failure, authorization, timeZone, receiver, steps, integrity

        /// Whether events of this type are recorded in a track.
        package var isRecorded: Bool {
            switch self {
            case .location, .pause, .resume, .gap, .timeReset, .visit, .region, .timeZone, .steps, .integrity: true
            case .beacons, .heading, .activity, .deferredUpdatesFinished, .failure, .authorization, .receiver: false
            }
        }

        /// Whether the event reveals where this machine is, or how it moves.
        package var tellsPlace: Bool {
            switch self {
            case .location, .beacons, .heading, .pause, .resume, .visit, .region, .activity, .timeZone, .steps: true
            case .gap, .timeReset, .deferredUpdatesFinished, .failure, .authorization, .receiver, .integrity:
                false
            }
        }

        /// Whether it may be dropped for a slow reader: the next event of this type supersedes it.
        package var mayBeLost: Bool { [.location, .heading, .beacons].contains(self) }
    }

    /// The type, and the record that is written after it.
    var typed: (kind: Kind, record: any JSONRecord) {
        switch self {
        case .location(let location): (.location, location)
        case .pause(let pause): (.pause, pause)
        case .resume(let resume): (.resume, resume)
        case .gap(let gap): (.gap, gap)
        case .timeReset(let reset): (.timeReset, reset)
        case .visit(let visit): (.visit, visit)
        case .region(let region): (.region, region)
        case .beacons(let ranged): (.beacons, ranged)
        case .heading(let heading): (.heading, heading)
        case .activity(let activity): (.activity, activity)
        case .steps(let steps): (.steps, steps)
        case .deferredUpdatesFinished(let finish): (.deferredUpdatesFinished, finish)
        case .failure(let failure): (.failure, failure)
        case .authorization(let authorization): (.authorization, authorization)
        case .timeZone(let change): (.timeZone, change)
        case .receiver(let change): (.receiver, change)
        case .integrity(let change): (.integrity, change)
        }
    }

    /// Reads the members after the type. `nil`: a newer version wrote a word that this one does not know.
    /// - Throws: ``MemberFault`` if a required member is missing or invalid.
    package static func read(
        _ kind: Kind, from members: inout some MemberReader
    ) throws(MemberFault) -> LocationEvent? {
        switch kind {
        case .location: .location(try Location(from: &members))
        case .pause: try Pause(from: &members).map(Self.pause)
        case .resume: try Resume(from: &members).map(Self.resume)
        case .gap: try Gap(from: &members).map(Self.gap)
        case .timeReset: .timeReset(try TimeReset(from: &members))
        case .visit: .visit(try Visit(from: &members))
        case .region: try RegionEvent(from: &members).map(Self.region)
        case .beacons: .beacons(try RangedBeacons(from: &members))
        case .heading: .heading(Heading(from: &members))
        case .activity: try MotionActivity(from: &members).map(Self.activity)
        case .steps: try StepCount(from: &members).map(Self.steps)
        case .deferredUpdatesFinished: .deferredUpdatesFinished(DeferredUpdatesFinish(from: &members))
        case .failure: try LocationFailure(from: &members).map(Self.failure)
        case .authorization: try Authorization(from: &members).map(Self.authorization)
        case .timeZone: .timeZone(try TimeZoneChange(from: &members))
        case .receiver: try ReceiverChange(from: &members).map(Self.receiver)
        case .integrity: try IntegrityChange(from: &members).map(Self.integrity)
        }
    }

    /// Writes the type and the members after it.
    package func write(to members: inout some MemberWriter) {
        let typed = typed
        members.member("type", typed.kind.rawValue)
        typed.record.write(to: &members)
    }

    /// The type of the event.
    package var kind: Kind { typed.kind }
}

/// The receiver's state, as a session is told it: at once, and whenever it changes. It has no time of its own: the
/// receiver's clock may be what is missing.
public struct ReceiverChange: Sendable, Hashable {
    /// The state from now on.
    public var state: ReceiverState
    /// Why there is no fix; `nil` if there is one.
    public var cause: OutageCause?

    /// Creates a change to a state.
    public init(state: ReceiverState, cause: OutageCause? = nil) {
        self.state = state
        self.cause = cause
    }
}

extension ReceiverChange: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("receiverState", state.rawValue)
        members.member(ifKnown: "cause", cause?.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let state = try members.requiredWord("receiverState", as: ReceiverState.self) else { return nil }
        self.init(state: state, cause: members.word("cause", as: OutageCause.self))
    }
}

/// The machine came into another time zone; the first one that is known counts too.
public struct TimeZoneChange: Sendable, Hashable {
    /// The time of the location that led to it; in a track not before that of the record in front of it.
    public var timestamp: Timestamp
    /// The zone, as the tz database names it: `Europe/Zurich`.
    public var timeZone: String

    /// Creates a change to a zone.
    public init(timestamp: Timestamp, timeZone: String) {
        self.timestamp = timestamp
        self.timeZone = timeZone
    }
}

extension TimeZoneChange: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("timeZone", timeZone)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        self.init(
            timestamp: try members.requiredMoment("timestamp"), timeZone: try members.requiredText("timeZone"))
    }
}
