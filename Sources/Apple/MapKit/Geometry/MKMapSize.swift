/// A width and a height in map points.
@_weakLinked public struct MKMapSize: Sendable {
    /// Map points from west to east.
    public var width: Double
    /// Map points from north to south.
    public var height: Double

    /// No width and no height.
    public init() { (width, height) = (0, 0) }

    /// A width and a height.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// The whole map: 2^28 points a side.
    public static let world = MKMapSize(width: 268_435_456, height: 268_435_456)
}

/// The whole map.
@_weakLinked public var MKMapSizeWorld: MKMapSize { .world }

/// A width and a height.
@_weakLinked public func MKMapSizeMake(_ width: Double, _ height: Double) -> MKMapSize {
    MKMapSize(width: width, height: height)
}

/// Whether two sizes are the same.
@_weakLinked public func MKMapSizeEqualToSize(_ size1: MKMapSize, _ size2: MKMapSize) -> Bool {
    size1.width == size2.width && size1.height == size2.height
}
