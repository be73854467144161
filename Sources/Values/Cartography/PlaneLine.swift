internal import Glibc

/// Lines and areas of the plane: what of them lies in a rectangle, and what of them can be seen.
public enum PlaneLine {
    /// An area's ring within a rectangle, after I. Sutherland and G. Hodgman (1974); along the edges of the rectangle
    /// it is closed by lines that are not the area's. Empty if nothing is within.
    public static func clipped(ring: [MapPoint], to rect: MapRect) -> [MapPoint] {
        var points = ring
        for edge in Edge.allCases {
            guard var previous = points.last else { return [] }
            var kept: [MapPoint] = []
            kept.reserveCapacity(points.count + 4)
            for point in points {
                if edge.isInside(point, rect) {
                    if !edge.isInside(previous, rect) { kept.append(edge.crossing(previous, point, rect)) }
                    kept.append(point)
                } else if edge.isInside(previous, rect) {
                    kept.append(edge.crossing(previous, point, rect))
                }
                previous = point
            }
            points = kept
        }
        return points.count > 2 ? points : []
    }

    /// The pieces of a line whose parts touch a rectangle: whole parts, so that nothing has to be cut.
    public static func pieces(of line: [MapPoint], touching rect: MapRect) -> [[MapPoint]] {
        var result: [[MapPoint]] = []
        var open: [MapPoint] = []
        for (start, end) in zip(line, line.dropFirst()) {
            let box = MapRect(
                left: min(start.x, end.x), bottom: min(start.y, end.y), right: max(start.x, end.x),
                top: max(start.y, end.y))
            if box.intersects(rect) {
                if open.isEmpty { open.append(start) }
                open.append(end)
            } else if !open.isEmpty {
                result.append(open)
                open = []
            }
        }
        if !open.isEmpty { result.append(open) }
        return result
    }

    /// A line without the points that make no difference, after Douglas and Peucker (1973): what goes is within
    /// `tolerance` of the line that stays. The first and the last stay.
    public static func simplified(_ line: [MapPoint], tolerance: Double) -> [MapPoint] {
        guard line.count > 2, tolerance > 0 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        var open = [0..<(line.count - 1)]
        while let range = open.popLast() {
            var largest = tolerance
            var worst: Int?
            for index in range.dropFirst() {
                let distance = distance(of: line[index], from: line[range.lowerBound], to: line[range.upperBound])
                if distance > largest { (largest, worst) = (distance, index) }
            }
            guard let worst else { continue }
            isKept[worst] = true
            if worst - range.lowerBound > 1 { open.append(range.lowerBound..<worst) }
            if range.upperBound - worst > 1 { open.append(worst..<range.upperBound) }
        }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    /// A ring, likewise; one that shrinks to nothing is empty.
    public static func simplified(ring: [MapPoint], tolerance: Double) -> [MapPoint] {
        guard ring.count > 3 else { return ring }
        // From a point to the one that is farthest from it, and back.
        let start = ring[0]
        let far = ring.indices.max { squared(ring[$0], start) < squared(ring[$1], start) } ?? 0
        guard far > 0, squared(ring[far], start) > tolerance * tolerance else { return [] }
        let there = simplified(Array(ring[...far]), tolerance: tolerance)
        let back = simplified(Array(ring[far...]) + [start], tolerance: tolerance)
        let result = there.dropLast() + back.dropLast()
        return result.count > 2 ? Array(result) : []
    }

    /// From a point to the nearest of the way between two others.
    public static func distance(of point: MapPoint, from start: MapPoint, to end: MapPoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let part = square > 0 ? min(max(((point.x - start.x) * dx + (point.y - start.y) * dy) / square, 0), 1) : 0
        return squared(point, MapPoint(x: start.x + part * dx, y: start.y + part * dy)).squareRoot()
    }

    /// The distance between two points.
    public static func distance(_ a: MapPoint, _ b: MapPoint) -> Double { squared(a, b).squareRoot() }

    private static func squared(_ a: MapPoint, _ b: MapPoint) -> Double {
        (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
    }

    private enum Edge: CaseIterable {
        case left, right, bottom, top

        func isInside(_ point: MapPoint, _ rect: MapRect) -> Bool {
            switch self {
            case .left: point.x >= rect.left
            case .right: point.x <= rect.right
            case .bottom: point.y >= rect.bottom
            case .top: point.y <= rect.top
            }
        }

        func crossing(_ a: MapPoint, _ b: MapPoint, _ rect: MapRect) -> MapPoint {
            switch self {
            case .left: Self.atX(rect.left, a, b)
            case .right: Self.atX(rect.right, a, b)
            case .bottom: Self.atY(rect.bottom, a, b)
            case .top: Self.atY(rect.top, a, b)
            }
        }

        private static func atX(_ x: Double, _ a: MapPoint, _ b: MapPoint) -> MapPoint {
            MapPoint(x: x, y: a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y))
        }

        private static func atY(_ y: Double, _ a: MapPoint, _ b: MapPoint) -> MapPoint {
            MapPoint(x: a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), y: y)
        }
    }
}
