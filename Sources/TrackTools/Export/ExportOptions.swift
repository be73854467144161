/// What becomes of locations on their way into an export.
public struct ExportOptions: Sendable, Hashable {
    /// Metres that a simplified line may be away from a location; above 0. `nil`: every location stays.
    public var tolerance: Double?
    /// How positions are smoothed; `nil`: they stay as they are.
    public var smoothing: TrackSmoothing?
    /// Seconds between two locations at least, above 0; `nil`: all of them.
    public var every: Double?
    /// What is told of a location, in this order where the format has columns; `nil`: all that is known.
    public var fields: [TrackField]?
    /// The name of the track, where the format has a place for it.
    public var title = "locd"
    /// The program that made the file, such as `locd 0.1.0`.
    public var creator = "locd"

    /// Whether visits, stops and crossings of regions are written too, in GPX and KML.
    public var hasMarks = false

    /// Everything, as it is.
    public init() {}
}
