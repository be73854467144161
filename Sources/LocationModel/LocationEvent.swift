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
        case .location, .pause, .resume, .gap, .timeReset, .visit: true
        case .region(let region): region.isRecorded
        case .heading, .activity, .deferredUpdatesFinished, .failure, .authorization: false
        }
    }
}

/// Location updates paused.
public struct Pause: Sendable, Hashable {
    /// Why.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// Nothing moved for as long as the activity type says.
        case stationary
        /// Somebody asked for it.
        case requested
    }

    /// The time of the fix that brought the decision.
    public var timestamp: Timestamp
    /// The place that is held, where one is known.
    public var coordinate: Coordinate?
    /// Why.
    public var cause: Cause

    /// A pause at a moment and, where known, a place.
    public init(timestamp: Timestamp, coordinate: Coordinate?, cause: Cause) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.cause = cause
    }
}

/// Location updates resumed.
public struct Resume: Sendable, Hashable {
    /// Why.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The position left the surroundings of the place that was held.
        case displacement
        /// A speed that lasts.
        case speed
        /// Somebody asked for it.
        case requested
    }

    /// The time of the fix that brought the decision.
    public var timestamp: Timestamp
    /// Where that was, where known.
    public var coordinate: Coordinate?
    /// Why.
    public var cause: Cause

    /// A resumption at a moment and, where known, a place.
    public init(timestamp: Timestamp, coordinate: Coordinate?, cause: Cause) {
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.cause = cause
    }
}

/// A hole in the stream: no accepted fix between two moments.
public struct Gap: Sendable, Hashable, Codable {
    /// The last accepted fix before the hole.
    public var from: Timestamp
    /// The first accepted fix after it.
    public var to: Timestamp
    /// What accounts for most of it.
    public var cause: OutageCause

    /// A hole between two moments.
    public init(from: Timestamp, to: Timestamp, cause: OutageCause) {
        self.from = from
        self.to = to
        self.cause = cause
    }
}

/// The receiver corrected its time backwards.
public struct TimeReset: Sendable, Hashable {
    /// The new time.
    public var timestamp: Timestamp
    /// The last time that counted before.
    public var previous: Timestamp

    /// A step back from `previous` to `timestamp`.
    public init(timestamp: Timestamp, previous: Timestamp) {
        self.timestamp = timestamp
        self.previous = previous
    }
}
