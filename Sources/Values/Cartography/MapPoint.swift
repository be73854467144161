/// A point of the plane that a ``MapProjection`` draws the Earth on: metres of the projection, x to the east, y to the
/// north.
public struct MapPoint: Sendable, Hashable {
    /// Metres of the projection to the east of its origin.
    public var x: Double
    /// Metres of the projection to the north of its origin.
    public var y: Double

    /// A point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of the plane; never empty, but perhaps a single point.
public struct MapRect: Sendable, Hashable {
    /// The smallest x.
    public var left: Double
    /// The smallest y.
    public var bottom: Double
    /// The largest x.
    public var right: Double
    /// The largest y.
    public var top: Double

    /// A rectangle between two corners.
    public init(left: Double, bottom: Double, right: Double, top: Double) {
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
    }

    /// The rectangle around points; `nil` without points.
    public init?(around points: some Sequence<MapPoint>) {
        var result: MapRect?
        for point in points {
            result = (result ?? MapRect(left: point.x, bottom: point.y, right: point.x, top: point.y)).including(point)
        }
        guard let result else { return nil }
        self = result
    }

    /// From left to right.
    public var width: Double { right - left }
    /// From bottom to top.
    public var height: Double { top - bottom }
    /// The point in the middle.
    public var center: MapPoint { MapPoint(x: (left + right) / 2, y: (bottom + top) / 2) }

    /// The rectangle that holds a point as well.
    public func including(_ point: MapPoint) -> MapRect {
        MapRect(
            left: min(left, point.x), bottom: min(bottom, point.y), right: max(right, point.x), top: max(top, point.y))
    }

    /// The rectangle that is wider and higher by a margin on each side.
    public func grown(by margin: Double) -> MapRect {
        MapRect(left: left - margin, bottom: bottom - margin, right: right + margin, top: top + margin)
    }

    /// The rectangle of a width and a height around the same middle.
    public func resized(width: Double, height: Double) -> MapRect {
        let center = center
        return MapRect(
            left: center.x - width / 2, bottom: center.y - height / 2, right: center.x + width / 2,
            top: center.y + height / 2)
    }

    /// Whether a point lies in it, its edges included.
    public func contains(_ point: MapPoint) -> Bool {
        point.x >= left && point.x <= right && point.y >= bottom && point.y <= top
    }

    /// Whether both have a point in common.
    public func intersects(_ other: MapRect) -> Bool {
        left <= other.right && other.left <= right && bottom <= other.top && other.bottom <= top
    }
}
