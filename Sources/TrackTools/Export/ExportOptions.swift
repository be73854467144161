/// How an export changes locations and what it contains.
public struct ExportOptions: Sendable, Hashable {
    /// The largest distance in metres between a location and the simplified line, above 0; `nil` keeps every location.
    public var tolerance: Double?
    /// How positions are smoothed; `nil` keeps them unchanged.
    public var smoothing: TrackSmoothing?
    /// The shortest time between two locations in seconds, above 0; `nil` keeps every location.
    public var every: Double?
    /// The fields to export, in this order if the format has columns; `nil` exports all known fields.
    public var fields: [TrackField]?
    /// The name of the track, if the format has one.
    public var title = "locd"
    /// The program that creates the file, such as `locd 0.1.0`.
    public var creator = "locd"

    /// Whether visits, stops and region crossings are exported too, in GPX and KML.
    public var hasMarks = false

    /// Creates options that export everything unchanged.
    public init() {}
}
