package import LocationModel
package import LocationServices
import Motion

/// The steps on their way into the track: a pure state machine.
///
/// Counters and other devices know the time of this machine; a track has the receiver's. So periods are kept as
/// instants of the monotonic clock until a location tells which time of the receiver they were. They are also held
/// back: the recorder may deliver a location some minutes late, and a track goes forward.
package struct StepJournal: Sendable {
    package struct Entry: Sendable, Hashable {
        package var from: Duration
        package var to: Duration
        package var numberOfSteps: Int
        package var distance: Double?
        package var floorsAscended: Int?
        package var floorsDescended: Int?
        package var source: StepCount.Source

        package init(from: Duration, to: Duration, numberOfSteps: Int, source: StepCount.Source) {
            self.from = from
            self.to = to
            self.numberOfSteps = numberOfSteps
            self.source = source
        }
    }

    /// How long steps are held back, at least: as far as the recorder looks back when it finds that somebody left a
    /// place.
    package static let delay = Duration.seconds(MotionThresholds.longestLookBack)
    /// The longest period of a record of the counter: a walk of an hour is 60 lines.
    package static let longestRecord = Duration.seconds(60)
    /// The number of records that wait, at most. Without a location for more than a day of walking, the oldest are
    /// dropped.
    package static let maximumWaiting = 1440

    private var waiting: [Entry] = []

    package init() {}

    /// Adds steps. Those of the counter that follow each other become one record.
    package mutating func add(_ entry: Entry) {
        guard entry.numberOfSteps > 0 else { return }
        if let index = waiting.lastIndex(where: { $0.source == entry.source }), entry.source == .counter,
            waiting[index].to == entry.from, entry.to - waiting[index].from <= Self.longestRecord
        {
            waiting[index].to = entry.to
            waiting[index].numberOfSteps += entry.numberOfSteps
            return
        }
        if waiting.count == Self.maximumWaiting { waiting.removeFirst() }
        waiting.append(entry)
    }

    /// The records that no longer wait, in the order of their ends.
    package mutating func take(at now: Duration, _ receiver: ReceiverTime) -> [StepCount] {
        let isDue = { (entry: Entry) in entry.to + Self.delay <= now }
        defer { waiting.removeAll(where: isDue) }
        return waiting.filter(isDue).map { StepCount($0, receiver) }.sorted { $0.to < $1.to }
    }

    /// All records, and none waits any more: the recorder ends.
    package mutating func takeAll(_ receiver: ReceiverTime) -> [StepCount] {
        defer { waiting.removeAll() }
        return records(receiver)
    }

    package func records(_ receiver: ReceiverTime) -> [StepCount] {
        waiting.map { StepCount($0, receiver) }.sorted { $0.to < $1.to }
    }
}

extension StepCount {
    package init(_ entry: StepJournal.Entry, _ receiver: ReceiverTime) {
        self.init(
            from: receiver.time(at: entry.from), to: receiver.time(at: entry.to), numberOfSteps: entry.numberOfSteps,
            source: entry.source)
        distance = entry.distance
        floorsAscended = entry.floorsAscended
        floorsDescended = entry.floorsDescended
    }
}
