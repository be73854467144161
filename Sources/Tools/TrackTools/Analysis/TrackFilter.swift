public import LocationModel
internal import LocationServices
public import Tracks

/// Applies the recorder's filters to an existing track: accuracy, age, speed, time and distance, in this order.
///
/// A location that may be a leap of the position waits, with all records after it, until later ones decide.
public struct TrackFilter: Sendable {
    /// The limits; `nil` disables a limit.
    public struct Limits: Sendable, Hashable {
        /// The largest accepted horizontal accuracy, in metres.
        public var maximumHorizontalAccuracy: Double?
        /// The largest accepted age: seconds behind the newest time read.
        public var maximumAge: Double?
        /// The highest speed that a step of unknown speed may have, in m/s; with it, leaps of the position are left
        /// out.
        public var maximumSpeed: Double?
        /// The shortest time between two locations, in seconds.
        public var minimumInterval: Double?
        /// The shortest distance from the last accepted location, in metres.
        public var distanceFilter: Double?

        /// Creates limits that accept every location.
        public init() {}
    }

    /// The number of locations that were left out, by reason.
    public private(set) var refused: [RejectionReason: Int] = [:]

    private let limits: Limits
    private var quality: QualityFilter
    private var newest: Timestamp?
    private var passed: Location?
    /// The first location in doubt and all records after it.
    private var waiting: [TrackRecord] = []
    /// How many of them are locations.
    private var doubtful = 0
    /// Whether a record since the last good location interrupts the line.
    private var isInterrupted = false

    /// Creates a filter that has read nothing.
    public init(_ limits: Limits) {
        self.limits = limits
        quality = QualityFilter(
            maximumHorizontalAccuracy: limits.maximumHorizontalAccuracy, maximumAge: limits.maximumAge,
            maximumSpeed: limits.maximumSpeed)
    }

    /// Takes the next record, and passes on what is decided by it, in order.
    public mutating func add<E: Error>(
        _ record: TrackRecord, _ pass: (TrackRecord) throws(E) -> Void
    ) throws(E) {
        switch record {
        case .event(.location(let location)) where location.integrity != .notTrusted: try judge(location, pass)
        case .event(.timeReset):
            try restart(pass)
            try pass(record)
        default: if waiting.isEmpty { try passOn(record, pass) } else { waiting.append(record) }
        }
    }

    /// Restarts everything that depends on the previous location, because the receiver's time went back or another
    /// piece of the track begins; also the end of the track. Locations that are still in doubt are left out.
    public mutating func restart<E: Error>(_ pass: (TrackRecord) throws(E) -> Void) throws(E) {
        try decide(leaving: 0, pass)
        quality.timeReset()
        newest = nil
        passed = nil
    }

    private mutating func judge<E: Error>(
        _ location: Location, _ pass: (TrackRecord) throws(E) -> Void
    ) throws(E) {
        let newest = max(newest ?? location.timestamp, location.timestamp)
        self.newest = newest
        let record = TrackRecord.event(.location(location))
        switch quality.refusal(of: location, age: newest.seconds(since: location.timestamp)) {
        case .tooFast:
            waiting.append(record)
            doubtful += 1
            try decide(leaving: quality.doubtfulCount, pass)
        case let reason?: refused[reason, default: 0] += 1
        case nil:
            let release = quality.release
            try decide(leaving: release?.locations.count ?? 0, pass)
            if !isInterrupted, let gap = release?.gap(before: location) { try pass(.event(.gap(gap))) }
            isInterrupted = false
            let believed = waiting
            waiting.removeAll(keepingCapacity: true)
            doubtful = 0
            for record in believed { try passOn(record, pass) }
            try passOn(record, pass)
        }
    }

    /// Leaves out all but the last locations that wait, as leaps, and passes on the other records between them.
    private mutating func decide<E: Error>(
        leaving count: Int, _ pass: (TrackRecord) throws(E) -> Void
    ) throws(E) {
        guard doubtful > count else { return }
        var decided = 0
        for record in waiting {
            if case .event(.location(let location)) = record, location.integrity != .notTrusted {
                guard doubtful > count else { break }
                doubtful -= 1
                refused[.tooFast, default: 0] += 1
            } else {
                try passOn(record, pass)
            }
            decided += 1
        }
        waiting.removeFirst(decided)
    }

    /// Passes on a record that is no leap, if the limits of time and distance accept it.
    private mutating func passOn<E: Error>(
        _ record: TrackRecord, _ pass: (TrackRecord) throws(E) -> Void
    ) throws(E) {
        switch record {
        case .event(.location(let location)) where location.integrity != .notTrusted:
            if let reason = refusal(of: location) { return refused[reason, default: 0] += 1 }
            passed = location
        case .event(.gap), .event(.pause), .loss: isInterrupted = true
        default: break
        }
        try pass(record)
    }

    private func refusal(of location: Location) -> RejectionReason? {
        guard let passed else { return nil }
        if let interval = limits.minimumInterval, location.timestamp.seconds(since: passed.timestamp) < interval {
            return .minimumInterval
        }
        if let distance = limits.distanceFilter, location.distance(to: passed) < distance { return .distanceFilter }
        return nil
    }
}
