/// A place with a boundary that is monitored for crossings. Two regions with the same class and identifier are equal:
/// only one of them is monitored at a time.
@_weakLinked open class CLRegion: NSObject, NSCopying, NSSecureCoding {
    private let storedIdentifier: String
    /// The circle that it is, where it is one.
    let circle: CLRegionCircle?

    /// The identifier of the region in this program.
    open var identifier: String { storedIdentifier }
    /// Whether entries are reported; read when monitoring starts.
    open var notifyOnEntry = true
    /// Whether exits are reported; read when monitoring starts.
    open var notifyOnExit = true

    init(identifier: String, circle: CLRegionCircle? = nil) {
        storedIdentifier = identifier
        self.circle = circle
        super.init()
    }

    /// A region without a name and a shape, for clients' tests; it cannot be monitored.
    public override init() {
        storedIdentifier = ""
        circle = nil
        super.init()
    }

    /// All points within `radius` metres of a point.
    @available(*, deprecated, message: "Use CLCircularRegion.")
    public init(
        circularRegionWithCenter center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
    ) {
        storedIdentifier = identifier
        circle = CLRegionCircle(center: center, radius: radius)
        super.init()
    }

    /// Reads an archive; `nil` if it contains no identifier.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: Key.identifier) else { return nil }
        storedIdentifier = identifier as String
        circle = CLRegionCircle(coder: coder)
        super.init()
        notifyOnEntry = coder.decodeBool(forKey: Key.entry)
        notifyOnExit = coder.decodeBool(forKey: Key.exit)
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: Key.identifier)
        coder.encode(notifyOnEntry, forKey: Key.entry)
        coder.encode(notifyOnExit, forKey: Key.exit)
        circle?.encode(with: coder)
    }

    /// Archives of it are read with its class named.
    open class var supportsSecureCoding: Bool { true }

    /// A region that does not change with this one.
    open func copy(with zone: NSZone? = nil) -> Any {
        copied(to: CLRegion(identifier: identifier, circle: circle))
    }

    /// Copies the mutable properties to a copy.
    func copied<Copy: CLRegion>(to copy: Copy) -> Copy {
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// Equal if class and identifier are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion else { return false }
        return type(of: other) == type(of: self) && other.identifier == identifier
    }

    open override var hash: Int { identifier.hashValue }

    /// The class and the identifier.
    open override var description: String { "\(type(of: self)) (identifier:'\(identifier)')" }

    /// The centre of a circular region; otherwise an invalid coordinate.
    @available(*, deprecated, message: "Use CLCircularRegion.")
    open var center: CLLocationCoordinate2D { circle?.center ?? kCLLocationCoordinate2DInvalid }

    /// The radius of a circular region in metres; otherwise -1.
    @available(*, deprecated, message: "Use CLCircularRegion.")
    open var radius: CLLocationDistance { circle?.radius ?? -1 }

    /// Whether a point is in a circular region; otherwise `false`.
    @available(*, deprecated, message: "Use CLCircularRegion.")
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool { circle?.contains(coordinate) ?? false }

    private enum Key {
        static let identifier = "identifier"
        static let entry = "notifyOnEntry"
        static let exit = "notifyOnExit"
    }
}
