/// An area with a boundary; crossing the boundary causes an event.
public struct Region: Sendable, Hashable {
    /// An identifier, unique among the regions of one owner; never empty.
    public var identifier: String
    /// The name for a person, if it differs from the identifier.
    public var name: String?
    /// The shape, including its position.
    public var shape: RegionShape
    /// Whether entries are reported.
    public var notifyOnEntry = true
    /// Whether exits are reported.
    public var notifyOnExit = true
    /// Whether the state is reported again when the person unlocks a session and is inside: for regions of beacons.
    public var notifyEntryStateOnDisplay = false
    /// If not all regions can be monitored, those with a higher priority come first, regardless of their distance.
    public var priority = 0
    /// How locations in the region are hidden from exports and clients; `nil` if they are not.
    public var privacy: RegionPrivacy?
    /// The accuracy that location updates request inside the region; `nil` for the same as anywhere else.
    public var desiredAccuracy: DesiredAccuracy?

    /// Creates a region with a shape.
    public init(identifier: String, name: String? = nil, shape: RegionShape) {
        self.identifier = identifier
        self.name = name
        self.shape = shape
    }

    /// Creates a circular region around a point, with `radius` in metres.
    public init(identifier: String, center: Coordinate, radius: Double) {
        self.init(identifier: identifier, shape: .circle(center: center, radius: radius))
    }

    /// Whether the region can be monitored: its identifier has 1 to 255 bytes, and its shape is valid, with a radius or
    /// width above 0 and at most ``RegionFile/maximumReach``.
    public var isMonitorable: Bool {
        guard (1...255).contains(identifier.utf8.count) else { return false }
        return switch shape {
        case .circle(let center, let radius): center.isValid && radius > 0 && radius <= RegionFile.maximumReach
        case .corridor(_, let width): width > 0 && width <= RegionFile.maximumReach
        case .polygons(let polygons): !polygons.isEmpty
        case .beacons: true
        }
    }
}
