/// A rectangle of the world map. One that reaches beyond the right edge goes on at the left one.
@_weakLinked public struct MKMapRect: Sendable {
    /// Its corner in the north-west.
    public var origin: MKMapPoint
    /// How far it reaches from there.
    public var size: MKMapSize

    /// Nothing, at the map's upper left corner.
    public init() { (origin, size) = (MKMapPoint(), MKMapSize()) }

    /// A rectangle from a corner and a size.
    public init(origin: MKMapPoint, size: MKMapSize) { (self.origin, self.size) = (origin, size) }

    /// A rectangle from the figures of both.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: MKMapPoint(x: x, y: y), size: MKMapSize(width: width, height: height))
    }

    /// No rectangle: where two do not meet.
    public static let null = MKMapRect(x: .infinity, y: .infinity, width: 0, height: 0)
    /// The whole map.
    public static let world = MKMapRect(origin: MKMapPoint(), size: .world)

    /// Its left edge.
    public var minX: Double { origin.x }
    /// Its upper edge.
    public var minY: Double { origin.y }
    /// The middle between left and right.
    public var midX: Double { origin.x + size.width / 2 }
    /// The middle between top and bottom.
    public var midY: Double { origin.y + size.height / 2 }
    /// Its right edge.
    public var maxX: Double { origin.x + size.width }
    /// Its lower edge.
    public var maxY: Double { origin.y + size.height }
    /// Map points from left to right.
    public var width: Double { size.width }
    /// Map points from top to bottom.
    public var height: Double { size.height }
    /// Whether it is ``null``.
    public var isNull: Bool { origin.x.isInfinite || origin.y.isInfinite }
    /// Whether it is null, or has neither width nor height. A line along a meridian has a height.
    public var isEmpty: Bool { isNull || size.width == 0 && size.height == 0 }

    /// Whether a point is within, the left and upper edges included.
    public func contains(_ point: MKMapPoint) -> Bool {
        !isNull && point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether all of another rectangle is within.
    public func contains(_ rect: MKMapRect) -> Bool {
        !isNull && !rect.isNull && rect.minX >= minX && rect.maxX <= maxX && rect.minY >= minY && rect.maxY <= maxY
    }

    /// Whether a part of another rectangle is within; touching is not enough, but for one without width or height.
    public func intersects(_ rect: MKMapRect) -> Bool {
        let common = intersection(rect)
        return !common.isNull && (common.width > 0 || min(width, rect.width) == 0)
            && (common.height > 0 || min(height, rect.height) == 0)
    }

    /// What two rectangles have in common; ``null`` if they do not meet.
    public func intersection(_ rect: MKMapRect) -> MKMapRect {
        guard !isNull, !rect.isNull else { return .null }
        let (left, top) = (max(minX, rect.minX), max(minY, rect.minY))
        let (right, bottom) = (min(maxX, rect.maxX), min(maxY, rect.maxY))
        guard left <= right, top <= bottom else { return .null }
        return MKMapRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that has both within.
    public func union(_ rect: MKMapRect) -> MKMapRect {
        guard !isNull else { return rect }
        guard !rect.isNull else { return self }
        let (left, top) = (min(minX, rect.minX), min(minY, rect.minY))
        return MKMapRect(
            x: left, y: top, width: max(maxX, rect.maxX) - left, height: max(maxY, rect.maxY) - top)
    }

    /// Smaller by `dx` on the left and on the right and by `dy` above and below, larger if these are negative; ``null``
    /// if nothing is left.
    public func insetBy(dx: Double, dy: Double) -> MKMapRect {
        guard !isNull, size.width >= 2 * dx, size.height >= 2 * dy else { return .null }
        return MKMapRect(
            x: origin.x + dx, y: origin.y + dy, width: size.width - 2 * dx, height: size.height - 2 * dy)
    }

    /// Moved.
    public func offsetBy(dx: Double, dy: Double) -> MKMapRect {
        isNull ? self : MKMapRect(x: origin.x + dx, y: origin.y + dy, width: size.width, height: size.height)
    }

    /// Cut in two along a line that is `amount` map points from an edge: what is on that edge's side, and the rest.
    public func divided(atDistance amount: Double, from edge: CGRectEdge) -> (slice: MKMapRect, remainder: MKMapRect) {
        guard !isNull else { return (.null, .null) }
        let isAcross = edge == .minXEdge || edge == .maxXEdge
        let part = min(max(amount, 0), isAcross ? width : height)
        switch edge {
        case .minXEdge:
            return (
                MKMapRect(x: minX, y: minY, width: part, height: height),
                MKMapRect(x: minX + part, y: minY, width: width - part, height: height)
            )
        case .maxXEdge:
            return (
                MKMapRect(x: maxX - part, y: minY, width: part, height: height),
                MKMapRect(x: minX, y: minY, width: width - part, height: height)
            )
        case .minYEdge:
            return (
                MKMapRect(x: minX, y: minY, width: width, height: part),
                MKMapRect(x: minX, y: minY + part, width: width, height: height - part)
            )
        case .maxYEdge:
            return (
                MKMapRect(x: minX, y: maxY - part, width: width, height: part),
                MKMapRect(x: minX, y: minY, width: width, height: height - part)
            )
        }
    }

    /// Whether it reaches beyond the map's left or right edge.
    public var spans180thMeridian: Bool {
        !isNull && (minX < 0 || maxX > MKMapSize.world.width)
    }

    /// Of a rectangle that reaches beyond the left or right edge, what is beyond, brought back onto the map; else
    /// ``null``.
    public func remainder() -> MKMapRect {
        let world = MKMapSize.world.width
        guard spans180thMeridian else { return .null }
        if minX < 0 {
            return MKMapRect(x: minX + world, y: minY, width: min(maxX, 0) - minX, height: height)
        }
        let left = max(minX, world)
        return MKMapRect(x: left - world, y: minY, width: maxX - left, height: height)
    }
}

/// A rectangle.
@_weakLinked public func MKMapRectMake(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> MKMapRect {
    MKMapRect(x: x, y: y, width: width, height: height)
}

/// No rectangle.
@_weakLinked public var MKMapRectNull: MKMapRect { .null }
/// The whole map.
@_weakLinked public var MKMapRectWorld: MKMapRect { .world }

/// Whether two rectangles are the same.
@_weakLinked public func MKMapRectEqualToRect(_ rect1: MKMapRect, _ rect2: MKMapRect) -> Bool {
    MKMapPointEqualToPoint(rect1.origin, rect2.origin) && MKMapSizeEqualToSize(rect1.size, rect2.size)
}

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
