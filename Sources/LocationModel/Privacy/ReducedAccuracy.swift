/// Makes one rough location of many exact ones, for everybody who may have only that.
///
/// It tells the middle of a cell of a ``SnapGrid``, four times an hour at most, and there is one for all clients: who asks more
/// often, in several sessions, or at a moment of its own choosing learns the same once more. So nothing can be averaged, and
/// the moment at which a cell was entered is known to a quarter of an hour at best.
///
/// A cell is kept until the place lies clearly outside of it: drift around a receiver that stands near an edge would tell by its
/// changes where the edge is. What is told of the rest (altitude, speed, course, the satellites) is nothing.
public struct ReducedAccuracy: Sendable {
    /// Metres that a cell is high and wide at most: with it what is told is about 5 km accurate, as Core Location's is.
    public static let pitch = 6000.0
    /// Metres beyond the edge of a cell, north or east, up to which it is kept: more than any receiver drifts.
    public static let margin = 500.0
    /// How long what was told is told to everybody.
    public static let interval = Duration.seconds(900)
    /// How old what is told may be when it is told, which is Core Location's figure too.
    public static let maximumAge = Duration.seconds(1200)

    private let grid: SnapGrid
    private let margin: Double
    private let interval: Duration
    private var cell: SnapGrid.Cell?
    private var delivered: (location: Location, arrival: Duration)?

    /// Nothing is known yet.
    public init() {
        grid = SnapGrid(pitch: Self.pitch)
        margin = Self.margin
        interval = Self.interval
    }

    /// The same for another radius in metres, 10 to 100,000: what comes out is at most that far from the place. There is a new
    /// location no more often than somebody who walks 1 m/s crosses the radius, and at least four times an hour.
    package init(radius: Double) {
        let radius = radius.isFinite ? min(max(radius, 10), 100_000) : 100_000
        margin = min(radius / 8, Self.margin)
        // Half the diagonal of a cell and the margin are the radius, less two metres for rounding and 1 % since degrees are not all
        // of one length.
        grid = SnapGrid(pitch: (radius * 0.99 - margin * 2.0.squareRoot() - 2) * 2.0.squareRoot())
        interval = min(.seconds(radius), Self.interval)
    }

    /// Whether the next location makes a new rough one, at a monotonic instant.
    public func isDue(at now: Duration) -> Bool {
        delivered.map { now - $0.arrival >= interval } ?? true
    }

    /// Takes an exact location at the monotonic instant of its arrival; the rough one, if a new one is due.
    public mutating func receive(_ location: Location, at arrival: Duration) -> Location? {
        guard isDue(at: arrival) else { return nil }
        let place = location.coordinate
        if cell.map({ !isKept($0, at: place) }) ?? true { cell = grid.cell(of: place) }
        guard let cell else { return nil }
        var reduced = Location(
            timestamp: location.timestamp, coordinate: cell.center, isSimulated: location.isSimulated)
        // The farthest place that is still told as this cell: no guess, and nothing that a look at two of them narrows down.
        reduced.horizontalAccuracy = (cell.reach + margin * 2.0.squareRoot()).rounded(.up)
        delivered = (reduced, arrival)
        return reduced
    }

    /// What everybody is told at a monotonic instant; `nil` where that is too old, or there is nothing.
    public func latest(at now: Duration) -> (location: Location, arrival: Duration)? {
        delivered.flatMap { now - $0.arrival <= Self.maximumAge ? $0 : nil }
    }

    /// What it needs to go on in another process as if it had seen everything itself.
    package struct Memory: Sendable, Hashable {
        /// The middle of the latest cell.
        package var cell: Coordinate?
        /// The instant of the location that was given last.
        package var arrival: Duration?

        /// A memory.
        package init(cell: Coordinate? = nil, arrival: Duration? = nil) {
            self.cell = cell
            self.arrival = arrival
        }
    }

    /// What it remembers, to be given to another one of the same radius.
    package var memory: Memory {
        get { Memory(cell: cell?.center, arrival: delivered?.arrival) }
        set {
            cell = newValue.cell.map(grid.cell(of:))
            delivered = newValue.cell.flatMap { place in
                newValue.arrival.map { (Location(timestamp: .earliest, coordinate: place), $0) }
            }
        }
    }

    /// Whether a cell is that of the place, or of one within the margin. Cells are larger than the square that is looked at, so
    /// one that it touches holds one of its corners, unless it holds the place.
    private func isKept(_ cell: SnapGrid.Cell, at place: Coordinate) -> Bool {
        if grid.cell(of: place) == cell { return true }
        let reach = margin * 2.0.squareRoot()
        return [45.0, 135, 225, 315].contains { grid.cell(of: place.moved(by: reach, bearing: $0)) == cell }
    }
}
