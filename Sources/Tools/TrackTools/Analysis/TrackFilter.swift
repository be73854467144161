public import LocationModel
internal import LocationServices

/// Applies the recorder's filters to an existing track: accuracy, age, speed, time and distance, in this order.
public struct TrackFilter: Sendable {
    /// The limits; `nil` disables a limit.
    public struct Limits: Sendable, Hashable {
        /// The largest accepted horizontal accuracy, in metres.
        public var maximumHorizontalAccuracy: Double?
        /// The largest accepted age: seconds behind the newest time read.
        public var maximumAge: Double?
        /// The highest accepted speed from one location to the next, in m/s.
        public var maximumSpeed: Double?
        /// The shortest time between two locations, in seconds.
        public var minimumInterval: Double?
        /// The shortest distance from the last accepted location, in metres.
        public var distanceFilter: Double?

        /// Creates limits that accept every location.
        public init() {}
    }

    private let limits: Limits
    private var quality: QualityFilter
    private var newest: Timestamp?
    private var passed: Location?

    /// Creates a filter that has read nothing.
    public init(_ limits: Limits) {
        self.limits = limits
        quality = QualityFilter(
            maximumHorizontalAccuracy: limits.maximumHorizontalAccuracy, maximumAge: limits.maximumAge,
            maximumSpeed: limits.maximumSpeed)
    }

    /// The reason why the next location is rejected; `nil` if it passes.
    public mutating func refusal(of location: Location) -> RejectionReason? {
        newest = newest.map { max($0, location.timestamp) } ?? location.timestamp
        let age = newest.map { $0.seconds(since: location.timestamp) }
        if let reason = quality.refusal(of: location, age: age) { return reason }
        if let passed {
            if let interval = limits.minimumInterval, location.timestamp.seconds(since: passed.timestamp) < interval {
                return .minimumInterval
            }
            if let distance = limits.distanceFilter, location.distance(to: passed) < distance { return .distanceFilter }
        }
        passed = location
        return nil
    }

    /// Restarts everything that depends on the previous location, because the receiver's time went back.
    public mutating func timeReset() {
        quality.timeReset()
        newest = nil
        passed = nil
    }
}
