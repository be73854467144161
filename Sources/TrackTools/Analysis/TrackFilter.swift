public import LocationModel
internal import LocationServices

/// The recorder's filters for a track that is there already: accuracy, age, speed, time and distance, in this order.
public struct TrackFilter: Sendable {
    /// The limits; `nil` lets everything pass.
    public struct Limits: Sendable, Hashable {
        /// Metres.
        public var maximumHorizontalAccuracy: Double?
        /// Seconds behind the newest time that was read.
        public var maximumAge: Double?
        /// Metres per second from one location to the next.
        public var maximumSpeed: Double?
        /// Seconds between two locations.
        public var minimumInterval: Double?
        /// Metres from the last location that passed.
        public var distanceFilter: Double?

        /// No limits.
        public init() {}
    }

    private let limits: Limits
    private var quality: QualityFilter
    private var newest: Timestamp?
    private var passed: Location?

    /// A filter that has seen nothing.
    public init(_ limits: Limits) {
        self.limits = limits
        quality = QualityFilter(
            maximumHorizontalAccuracy: limits.maximumHorizontalAccuracy, maximumAge: limits.maximumAge,
            maximumSpeed: limits.maximumSpeed)
    }

    /// Why the next location is held back; `nil` where it passes.
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

    /// The receiver's time went back: what rests on the location before begins anew.
    public mutating func timeReset() {
        quality.timeReset()
        newest = nil
        passed = nil
    }
}
