/// A place with a boundary, to be told when it is crossed.
public struct Region: Sendable, Hashable {
    /// What tells it from all other regions of one owner; never empty.
    public var identifier: String
    /// What a person calls it, where that differs.
    public var name: String?
    /// Where it is.
    public var shape: RegionShape
    /// Whether entries are told.
    public var notifyOnEntry = true
    /// Whether exits are told.
    public var notifyOnExit = true
    /// Where only some of many regions can be monitored, those of higher priority come first, whatever their distance.
    public var priority = 0
    /// What exports and clients are told of the time in it; `nil`: everything, as of any other place.
    public var privacy: RegionPrivacy?
    /// The accuracy that location updates ask of the receiver inside; `nil` for what they ask anywhere.
    public var desiredAccuracy: DesiredAccuracy?

    /// A region of a shape.
    public init(identifier: String, name: String? = nil, shape: RegionShape) {
        self.identifier = identifier
        self.name = name
        self.shape = shape
    }

    /// A circle around a point, `radius` in metres.
    public init(identifier: String, center: Coordinate, radius: Double) {
        self.init(identifier: identifier, shape: .circle(center: center, radius: radius))
    }

    /// Whether it can be monitored: an identifier of 1 to 255 bytes, and a shape on Earth whose radius or width is above 0
    /// and at most ``RegionFile/maximumReach``.
    public var isMonitorable: Bool {
        guard (1...255).contains(identifier.utf8.count) else { return false }
        return switch shape {
        case .circle(let center, let radius): center.isValid && radius > 0 && radius <= RegionFile.maximumReach
        case .corridor(_, let width): width > 0 && width <= RegionFile.maximumReach
        case .polygons(let polygons): !polygons.isEmpty
        }
    }
}
