/// What shapes have in common: a title and a place.
@_weakLinked open class MKShape: NSObject, MKAnnotation {
    /// What it is called.
    open var title: String?
    /// What more there is to say.
    open var subtitle: String?
    /// Where it is; the subclass says it.
    open var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }

    /// A shape without a place, for subclasses.
    public override init() { super.init() }
}

/// One place with a title.
@_weakLinked open class MKPointAnnotation: MKShape {
    private var place = CLLocationCoordinate2D()

    /// Where it is.
    open override var coordinate: CLLocationCoordinate2D {
        get { place }
        set { place = newValue }
    }

    /// Where the equator meets the prime meridian.
    public override init() { super.init() }

    /// A place.
    public init(coordinate: CLLocationCoordinate2D) {
        super.init()
        place = coordinate
    }

    /// The same, by the name that it has in Swift on Apple's platforms.
    public convenience init(__coordinate coordinate: CLLocationCoordinate2D) { self.init(coordinate: coordinate) }

    /// A place with a title.
    public convenience init(__coordinate coordinate: CLLocationCoordinate2D, title: String?, subtitle: String?) {
        self.init(coordinate: coordinate)
        (self.title, self.subtitle) = (title, subtitle)
    }
}
