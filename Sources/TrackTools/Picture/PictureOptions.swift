public import Geocoding
public import LocationModel
public import Phrasing

/// What a picture is made with beside the track.
public struct PictureOptions: Sendable {
    /// The heading; `nil`: the day, or the days.
    public var title: String?
    /// The units of what people read.
    public var units = UnitSystem.metric
    /// The time of day that people read.
    public var clock = PictureClock.utc
    /// The regions that are drawn.
    public var regions: [Region] = []
    /// Coasts and borders.
    public var baseMap: BaseMap?
    /// Towns.
    public var places: PlaceTable?
    /// The program that made it, such as `locd 0.1.0`.
    public var creator = "locd"

    /// UTC, metric, on empty ground.
    public init() {}
}
