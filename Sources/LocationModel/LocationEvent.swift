/// Everything that a location manager tells its client, and that the recorder writes into the track.
public enum LocationEvent: Sendable, Hashable {
    /// A location that passed every filter.
    case location(Location)
    /// Updates paused.
    case pause(Pause)
    /// Updates resumed.
    case resume(Resume)
    /// No usable fix for a while; stands before the location that ended it.
    case gap(Gap)
    /// The receiver's time was corrected backwards; stands before the first location of the new time.
    case timeReset(TimeReset)
    /// Somebody arrived at a place to stay, or left it.
    case visit(Visit)
    /// Which side of a region's boundary it is.
    case region(RegionEvent)
    /// Where the bow points.
    case heading(Heading)
    /// What is being done changed.
    case activity(MotionActivity)
    /// The locations of a deferral follow.
    case deferredUpdatesFinished(DeferredUpdatesFinish)
    /// Something that was asked for cannot be given.
    case failure(LocationFailure)
    /// What the client may have is something else from here on.
    case authorization(Authorization)

    /// The moment that the event belongs to: for a gap, its end. `nil` for what has none: a failure before there was any
    /// location, a heading before there was any time, what a person decided.
    public var timestamp: Timestamp? {
        switch self {
        case .location(let location): location.timestamp
        case .pause(let pause): pause.timestamp
        case .resume(let resume): resume.timestamp
        case .gap(let gap): gap.to
        case .timeReset(let reset): reset.timestamp
        case .visit(let visit): visit.timestamp
        case .region(let region): region.timestamp
        case .heading(let heading): heading.timestamp
        case .activity(let activity): activity.timestamp
        case .deferredUpdatesFinished(let finish): finish.timestamp
        case .failure(let failure): failure.timestamp
        case .authorization: nil
        }
    }

    /// Whether a track keeps it: what happened out there, not what one client was told about its own requests.
    public var isRecorded: Bool {
        switch self {
        case .location: true
        case .region(let region): region.isRecorded
        default: kind.isRecorded
        }
    }
}

// A new type of event: a case above, its moment, and a line in each switch below. Its members are in the file of its value.
extension LocationEvent {
    /// The types of events, as `type` spells them.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case location, pause, resume, gap, timeReset, visit, region, heading, activity, deferredUpdatesFinished, failure
        case authorization

        /// Whether lines of a track have this type.
        package var isRecorded: Bool {
            switch self {
            case .location, .pause, .resume, .gap, .timeReset, .visit, .region: true
            case .heading, .activity, .deferredUpdatesFinished, .failure, .authorization: false
            }
        }

        /// Whether it tells where this machine is, or how it moves.
        package var tellsPlace: Bool {
            switch self {
            case .location, .heading, .pause, .resume, .visit, .region, .activity: true
            case .gap, .timeReset, .deferredUpdatesFinished, .failure, .authorization: false
            }
        }

        /// Whether a slow reader may miss it: the next one says more than it did.
        package var mayBeLost: Bool { self == .location || self == .heading }
    }

    /// The type, and what is written behind it.
    var typed: (kind: Kind, record: any JSONRecord) {
        switch self {
        case .location(let location): (.location, location)
        case .pause(let pause): (.pause, pause)
        case .resume(let resume): (.resume, resume)
        case .gap(let gap): (.gap, gap)
        case .timeReset(let reset): (.timeReset, reset)
        case .visit(let visit): (.visit, visit)
        case .region(let region): (.region, region)
        case .heading(let heading): (.heading, heading)
        case .activity(let activity): (.activity, activity)
        case .deferredUpdatesFinished(let finish): (.deferredUpdatesFinished, finish)
        case .failure(let failure): (.failure, failure)
        case .authorization(let authorization): (.authorization, authorization)
        }
    }

    /// Reads the members behind the type. `nil`: a newer version wrote a word that this one does not know.
    /// - Throws: ``MemberFault`` if a member is missing or invalid that the event is worthless without.
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
        case .heading: .heading(Heading(from: &members))
        case .activity: try MotionActivity(from: &members).map(Self.activity)
        case .deferredUpdatesFinished: .deferredUpdatesFinished(DeferredUpdatesFinish(from: &members))
        case .failure: try LocationFailure(from: &members).map(Self.failure)
        case .authorization: try Authorization(from: &members).map(Self.authorization)
        }
    }
}
