public import Geocoding
public import LocationModel
public import Phrasing

/// The settings of a picture, besides the track.
public struct PictureOptions: Sendable {
    /// The heading; `nil`: the day, or the days.
    public var title: String?
    /// The units of displayed figures.
    public var units = UnitSystem.metric
    /// The time zone of displayed times.
    public var clock = PictureClock.utc
    /// The regions to draw.
    public var regions: [Region] = []
    /// Coasts, borders, lakes and rivers.
    public var baseMap: BaseMap?
    /// Towns.
    public var places: PlaceTable?
    /// The program that creates it, such as `locd 0.1.0`.
    public var creator = "locd"

    /// UTC, metric, on empty ground.
    public init() {}
}
