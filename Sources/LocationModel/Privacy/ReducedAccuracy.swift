/// Turns exact locations into one reduced-accuracy location, for all clients with reduced accuracy.
///
/// The location is the middle of a cell of a ``SnapGrid``. It changes at most four times an hour and is the same for all
/// clients: a client that asks more often, in several sessions, or at a chosen time receives the same location again. So
/// averaging is useless, and the time at which a cell was entered is known to a quarter of an hour at best.
///
/// A cell is kept until the place lies clearly outside of it: otherwise the drift of a receiver near an edge would reveal
/// the edge. Altitude, speed, course and satellites are not included.
public struct ReducedAccuracy: Sendable {
    /// The maximum height and width of a cell in metres. It results in an accuracy of about 5 km, as in Core Location.
    public static let pitch = 6000.0
    /// Metres beyond the edge of a cell, north or east, within which the cell is kept: more than any receiver drifts.
    public static let margin = 500.0
    /// The minimum interval between two reduced-accuracy locations.
    public static let interval = Duration.seconds(900)
    /// The maximum age of a delivered location, the same as in Core Location.
    public static let maximumAge = Duration.seconds(1200)

    private let grid: SnapGrid
    private let margin: Double
    private let interval: Duration
    private var cell: SnapGrid.Cell?
    private var delivered: (location: Location, arrival: Duration)?

    /// Creates an empty state.
    public init() {
        grid = SnapGrid(pitch: Self.pitch)
        margin = Self.margin
        interval = Self.interval
    }

    /// Creates a state for another radius in metres, 10 to 100,000: the result is at most that far from the place. The interval
    /// is the time to cross the radius at 1 m/s, at most a quarter of an hour.
    package init(radius: Double) {
        let radius = radius.isFinite ? min(max(radius, 10), 100_000) : 100_000
        margin = min(radius / 8, Self.margin)
        // Half the diagonal of a cell plus the margin is the radius, less two metres for rounding and 1 % because the length of a
        // degree varies.
        grid = SnapGrid(pitch: (radius * 0.99 - margin * 2.0.squareRoot() - 2) * 2.0.squareRoot())
        interval = min(.seconds(radius), Self.interval)
    }

    /// Whether the next location produces a new reduced-accuracy location, at a monotonic instant.
    public func isDue(at now: Duration) -> Bool {
        delivered.map { now - $0.arrival >= interval } ?? true
    }

    /// Receives an exact location at the monotonic instant of its arrival. Returns a new reduced-accuracy location if one is due.
    public mutating func receive(_ location: Location, at arrival: Duration) -> Location? {
        guard isDue(at: arrival) else { return nil }
        let place = location.coordinate
        if cell.map({ !isKept($0, at: place) }) ?? true { cell = grid.cell(of: place) }
        guard let cell else { return nil }
        var reduced = Location(
            timestamp: location.timestamp, coordinate: cell.center, isSimulated: location.isSimulated)
        // The farthest place that is still reported as this cell: an exact bound, and comparing two of them reveals nothing more.
        reduced.horizontalAccuracy = (cell.reach + margin * 2.0.squareRoot()).rounded(.up)
        delivered = (reduced, arrival)
        return reduced
    }

    /// The location for all clients at a monotonic instant; `nil` if it is too old or absent.
    public func latest(at now: Duration) -> (location: Location, arrival: Duration)? {
        delivered.flatMap { now - $0.arrival <= Self.maximumAge ? $0 : nil }
    }

    /// The state needed to continue in another process without a break.
    package struct Memory: Sendable, Hashable {
        /// The middle of the latest cell.
        package var cell: Coordinate?
        /// The arrival of the last delivered location.
        package var arrival: Duration?

        /// Creates a memory.
        package init(cell: Coordinate? = nil, arrival: Duration? = nil) {
            self.cell = cell
            self.arrival = arrival
        }
    }

    /// The stored state, for another instance with the same radius.
    package var memory: Memory {
        get { Memory(cell: cell?.center, arrival: delivered?.arrival) }
        set {
            cell = newValue.cell.map(grid.cell(of:))
            delivered = newValue.cell.flatMap { place in
                newValue.arrival.map { (Location(timestamp: .earliest, coordinate: place), $0) }
            }
        }
    }

    /// Whether a cell contains the place or a place within the margin. Cells are larger than the square checked around the
    /// place, so a cell that touches the square contains one of its corners or the place itself.
    private func isKept(_ cell: SnapGrid.Cell, at place: Coordinate) -> Bool {
        if grid.cell(of: place) == cell { return true }
        let reach = margin * 2.0.squareRoot()
        return [45.0, 135, 225, 315].contains { grid.cell(of: place.moved(by: reach, bearing: $0)) == cell }
    }
}
