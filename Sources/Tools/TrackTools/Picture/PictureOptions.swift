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

/// The symbols of marks, around the origin; shapes differ, not colours alone.
enum PictureSymbols {
    static func shape(of kind: PictureScene.Mark.Kind, duration: Double) -> String {
        switch kind {
        case .start:
            ##"<circle r="7" fill="#ffffff" stroke="#14532d" stroke-width="2"/><path d="M-2.5 -3.8L4 0L-2.5 3.8Z" fill="#14532d"/>"##
        case .end:
            ##"<circle r="7" fill="#ffffff" stroke="#111827" stroke-width="2"/><rect x="-3" y="-3" width="6" height="6" fill="#111827"/>"##
        case .stop:
            duration >= 300
                ? ##"<circle r="5" fill="#ffffff" stroke="#b3274f" stroke-width="2.4"/>"##
                : ##"<circle r="3.2" fill="#ffffff" stroke="#b3274f" stroke-width="1.6"/>"##
        case .visit:
            ##"<path d="M0 0C-7 -8 -8 -11 -8 -14A8 8 0 0 1 8 -14C8 -11 7 -8 0 0Z" fill="#b3274f" stroke="#ffffff" stroke-width="1.4"/><circle cy="-14" r="3" fill="#ffffff"/>"##
        case .enter:
            ##"<path d="M0 -7L7 0L0 7L-7 0Z" fill="#1d7f5f" stroke="#ffffff" stroke-width="1.4"/><path d="M-3 0H3M0 -3V3" stroke="#ffffff" stroke-width="1.6"/>"##
        case .exit:
            ##"<path d="M0 -7L7 0L0 7L-7 0Z" fill="#ffffff" stroke="#1d7f5f" stroke-width="2"/><path d="M-3 0H3" stroke="#1d7f5f" stroke-width="1.6"/>"##
        }
    }
}
