/// Turns exact locations into one reduced-accuracy location, for all clients with reduced accuracy.
///
/// The location is the middle of a cell of a ``SnapGrid``, at the beginning of a quarter of an hour (UTC). The first
/// place of each quarter decides for all of it, by the receiver's own time. So the live location, the track of any
/// range of days and every sink give the same, and asking more often, in several sessions or at a chosen time reveals
/// nothing more.
///
/// At rest a cell is kept until the place is clearly away from the place that decided it: otherwise the drift of a
/// receiver near an edge would reveal the edge. Under way each place decides for itself, and so does the first one at
/// rest: where a quarter of an hour began on the way to it would reveal the edges near it. Altitude, speed, course and
/// satellites are not included.
public struct ReducedAccuracy: Sendable {
    /// The maximum height and width of a cell in metres. It results in an accuracy of about 5 km, as in Core Location.
    public static let pitch = 6000.0
    /// Metres from the place that decided the cell within which the cell is kept: more than any receiver drifts.
    public static let margin = 250.0
    /// The duration for which one location is valid; it begins at a multiple of this duration since 1970.
    public static let interval = Duration.seconds(900)
    /// The maximum age of a delivered location, the same as in Core Location.
    public static let maximumAge = Duration.seconds(1200)

    private let grid: SnapGrid
    private let margin: Double
    private let interval: Duration
    /// The place that decided the cell.
    private var place: Coordinate?
    /// Whether the place that decided the cell was near the one before.
    private var isAtRest = false
    /// The number of the latest interval that has its location, or has none for good.
    private var slot: Int64?
    private var delivered: (location: Location, arrival: Duration)?

    /// Creates an empty state.
    public init() {
        grid = SnapGrid(pitch: Self.pitch)
        margin = Self.margin
        interval = Self.interval
    }

    /// Creates a state for another radius in metres, 10 to 100,000: the result is at most that far from the place. The
    /// interval is the time to cross the radius at 1 m/s, at most a quarter of an hour.
    package init(radius: Double) {
        let radius = radius.isFinite ? min(max(radius, 10), 100_000) : 100_000
        margin = min(radius / 8, Self.margin)
        // Half the diagonal of a cell plus the margin is the radius, less two metres for rounding and 1 % because the
        // length of a degree varies.
        grid = SnapGrid(pitch: (radius * 0.99 - margin - 2) * 2.0.squareRoot())
        interval = min(.seconds(radius.rounded(.down)), Self.interval)
    }

    /// Whether a location of this time produces a new reduced-accuracy location.
    public func isDue(for time: Timestamp) -> Bool { slot != number(of: time) }

    /// Receives an exact location at the monotonic instant of its arrival. Returns a new reduced-accuracy location if
    /// one is due.
    public mutating func receive(_ location: Location, at arrival: Duration) -> Location? {
        let number = number(of: location.timestamp)
        guard slot != number else { return nil }
        slot = number
        let near = place.flatMap { $0.distance(to: location.coordinate) <= margin ? $0 : nil }
        let decided = isAtRest ? near ?? location.coordinate : location.coordinate
        (place, isAtRest) = (decided, near != nil)
        let cell = grid.cell(of: decided)
        var reduced = Location(
            timestamp: beginning(of: location.timestamp), coordinate: cell.center, isSimulated: location.isSimulated)
        // The farthest place that is still reported as this cell.
        reduced.horizontalAccuracy = (cell.reach + margin).rounded(.up)
        delivered = (reduced, arrival)
        return reduced
    }

    /// The first place of an interval may not be shown: the interval has no location, because a later one would reveal
    /// when the place could be shown again.
    public mutating func skip(_ time: Timestamp) { slot = number(of: time) }

    /// The same where a private region was left, whether or not something was recorded in it.
    public mutating func skip(behind gap: Gap) {
        if gap.cause == .privateRegion { skip(gap.to) }
    }

    /// The time of a location of the interval that `time` lies in.
    package func beginning(of time: Timestamp) -> Timestamp {
        Timestamp(milliseconds: number(of: time) * interval.components.seconds * 1000) ?? time
    }

    private func number(of time: Timestamp) -> Int64 {
        let (milliseconds, length) = (time.milliseconds, interval.components.seconds * 1000)
        return milliseconds / length - (milliseconds % length < 0 ? 1 : 0)
    }

    /// The location for all clients at a monotonic instant; `nil` if it is too old or absent.
    public func latest(at now: Duration) -> (location: Location, arrival: Duration)? {
        delivered.flatMap { now - $0.arrival <= Self.maximumAge ? $0 : nil }
    }

    /// The state needed to continue in another process without a break.
    package struct Memory: Sendable, Hashable {
        /// The place that decided the latest cell.
        package var place: Coordinate?
        /// Whether that place was near the one before.
        package var isAtRest = false
        /// The number of the latest interval.
        package var slot: Int64?

        package init(place: Coordinate? = nil, isAtRest: Bool = false, slot: Int64? = nil) {
            self.place = place
            self.isAtRest = isAtRest
            self.slot = slot
        }
    }

    /// The stored state, for another instance with the same radius.
    package var memory: Memory {
        get { Memory(place: place, isAtRest: isAtRest, slot: slot) }
        set { (place, isAtRest, slot) = (newValue.place, newValue.isAtRest, newValue.slot) }
    }
}
