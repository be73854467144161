public import LocationModel
import LocationServices
public import Motion
import Receivers
public import Tracks

/// The motion in a track: activities and the way on foot, recognized again as `locd replay --events` does.
///
/// A track contains no activities. It is read record by record, and none of it is stored.
public struct MotionHistory: ~Copyable, Sendable {
    /// Seconds of the track before the period that are read, so that the activity at its beginning is known.
    public static let warmUp = 1800.0
    /// Seconds of the track after the period that are read for steps: a watch may report them a day later.
    public static let lateness = 86_400.0
    /// The maximum number of activities; beyond it, the latest are returned. Only a contrived track has as many.
    public static let maximumActivities = 20_000

    /// The activities that began in the period, in order, and before them the one that lasted at its beginning.
    public private(set) var activities: [MotionActivity] = []
    /// The way on foot in the period.
    public private(set) var walk: WalkMeter
    /// The steps in the period.
    public private(set) var steps = StepTotal()

    private let from: Timestamp
    private let to: Timestamp
    private var replay: Replay
    private var privacy: PrivacyFilter
    private var events: [LocationEvent] = []
    /// The end of the latest steps of each source that were read.
    private var counted: [StepCount.Source: Timestamp] = [:]

    /// The history of a period. `zones`: private regions, which it must not reveal. `place`: where the machine was
    /// before the first record.
    public init(from: Timestamp, to: Timestamp, hiding zones: PrivacyZones, at place: Coordinate? = nil) {
        var settings = ManagerSettings()
        settings.distanceFilter = WalkMeter.distanceFilter
        settings.holdsPositionWhenStationary = true
        // Motion is recognized a minute or two after it begins: that distance counts.
        settings.deliversDepartures = true
        settings.pausesLocationUpdatesAutomatically = false
        // A recorder with a distance filter leaves seconds between locations: only a recorded gap is one.
        settings.staleAfter = .seconds(3600)
        self.from = from
        self.to = to
        walk = WalkMeter(from: from, to: to)
        replay = Replay(settings: settings, recognizesActivity: true)
        privacy = PrivacyFilter(zones, at: place, repeatsBlur: true)
    }

    /// The records of a track that it needs.
    public var interval: TrackInterval {
        TrackInterval(
            from: from.advanced(bySeconds: -Self.warmUp), to: to.advanced(bySeconds: Self.lateness))
    }

    /// Takes steps that were on their way into the track when its reading began, without those that were read in it.
    public mutating func receive(waiting: [StepCount]) {
        let read = counted
        // The same time of the receiver, computed twice.
        for steps in waiting where read[steps.source].map({ steps.to.seconds(since: $0) > 1 }) ?? true {
            receive(.event(.steps(steps)))
        }
    }

    /// Takes the next record of the track.
    public mutating func receive(_ record: TrackRecord) {
        guard case .event(let event) = record else { return }
        if case .steps(let steps) = event { counted[steps.source] = max(counted[steps.source] ?? steps.to, steps.to) }
        for visible in privacy.filter(event) {
            if case .steps(let counted) = visible {
                steps.add(counted, from: from, to: to)
                continue
            }
            // What is later tells only whether steps are private.
            guard event.timestamp.map({ $0 < to }) ?? true else { continue }
            guard let event = ReceiverEvent(recorded: visible) else { continue }
            replay.receive(event, into: &events)
        }
        for event in events {
            if case .activity(let activity) = event { add(activity) }
            walk.receive(event)
        }
        events.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ activity: MotionActivity) {
        guard activity.timestamp < to else { return }
        if let last = activities.last, activities.count == 1, last.timestamp < from, activity.timestamp <= from {
            activities.removeLast()
        }
        if activities.count == Self.maximumActivities { activities.removeFirst(Self.maximumActivities / 10) }
        activities.append(activity)
    }
}
