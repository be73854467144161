/// Something at a place.
@_weakLinked public protocol MKAnnotation: NSObjectProtocol {
    /// Where it is.
    var coordinate: CLLocationCoordinate2D { get }
    /// What it is called.
    var title: String? { get }
    /// What more there is to say.
    var subtitle: String? { get }
}

extension MKAnnotation {
    /// Nothing, unless the type says it.
    public var title: String? { nil }
    /// Nothing, unless the type says it.
    public var subtitle: String? { nil }
}

/// Something that covers a part of the map.
@_weakLinked public protocol MKOverlay: MKAnnotation {
    /// The smallest rectangle of the map that it is within.
    var boundingMapRect: MKMapRect { get }
    /// Whether it may be within a rectangle.
    func intersects(_ mapRect: MKMapRect) -> Bool
    /// Whether it hides the map below; kept for programs that say so.
    var canReplaceMapContent: Bool { get }
}

extension MKOverlay {
    /// Whether its bounding rectangle meets another.
    public func intersects(_ mapRect: MKMapRect) -> Bool { boundingMapRect.intersects(mapRect) }
    /// It does not, unless the type says it.
    public var canReplaceMapContent: Bool { false }
}
