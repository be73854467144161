internal import Cartography
internal import Geocoding
internal import LocationModel

/// The ground below a track: what of coasts, lakes, rivers, borders and towns lies in a rectangle, in as much detail as
/// can be seen.
struct BaseLayer {
    /// Closed; land is inside an odd number of them.
    let land: [[MapPoint]]
    /// Where land continues although a ring ends: at 180 degrees, where the Earth is cut.
    let seams: [[MapPoint]]
    /// Closed; water is what an odd number of them is around.
    let lakes: [[MapPoint]]
    let rivers: [[MapPoint]]
    let borders: [[MapPoint]]
    let states: [[MapPoint]]
    let towns: [(town: Town, point: MapPoint)]

    /// A lake that is smaller than so many details is left out.
    private static let smallestLake = 4.0
    /// A picture is about so many pixels wide.
    private static let widthInPixels = 1000.0

    /// - Parameters:
    ///   - rect: The drawn area.
    ///   - detail: The size in metres of the plane below which nothing can be seen.
    init(
        _ scene: PictureScene, rect: MapRect, detail: Double, hasStates: Bool, towns count: Int
    ) throws(PlaceTableError) {
        let projection = scene.projection
        let box = Self.box(of: rect, projection)
        // Strokes along the edges of the drawn area are not visible.
        let margin = rect.grown(by: 4 * detail)
        var (land, seams): ([[MapPoint]], [[MapPoint]]) = ([], [])
        var (lakes, rivers): ([[MapPoint]], [[MapPoint]]) = ([], [])
        var borders: [[MapPoint]] = []
        var states: [[MapPoint]] = []
        if let map = scene.options.baseMap {
            for ring in try map.lines(.land, touching: box) {
                let drawn = PictureScene.unwrapped(ring, projection)
                for copy in Self.copies(of: drawn, projection, in: margin) {
                    let inside = PlaneLine.simplified(
                        ring: PlaneLine.clipped(ring: copy, to: margin), tolerance: detail)
                    if !inside.isEmpty { land.append(inside) }
                    for seam in Self.seams(ring, copy) { seams += Self.seen(seam, margin, detail) }
                }
            }
            for ring in try map.lines(.lake, touching: box) {
                let drawn = PictureScene.unwrapped(ring, projection)
                guard let own = MapRect(around: drawn), max(own.width, own.height) >= Self.smallestLake * detail else {
                    continue
                }
                for copy in Self.copies(of: drawn, projection, in: margin) {
                    let inside = PlaneLine.simplified(
                        ring: PlaneLine.clipped(ring: copy, to: margin), tolerance: detail)
                    if !inside.isEmpty { lakes.append(inside) }
                }
            }
            func lines(_ layer: BaseMap.Layer) throws(PlaceTableError) -> [[MapPoint]] {
                try map.lines(layer, touching: box).flatMap { line in
                    let drawn = PictureScene.unwrapped(line, projection)
                    return Self.copies(of: drawn, projection, in: margin).flatMap { Self.seen($0, margin, detail) }
                }
            }
            let pixel = rect.width / scene.planeScale / Self.widthInPixels
            for layer in BaseMap.Layer.rivers(at: pixel) { rivers += try lines(layer) }
            borders = try lines(.border)
            if hasStates { states = try lines(.state) }
        }
        (self.land, self.seams, self.borders, self.states) = (land, seams, borders, states)
        (self.lakes, self.rivers) = (lakes, rivers)
        towns =
            try scene.options.places?.towns(within: box, limit: count).compactMap { town in
                let point = projection.point(of: town.coordinate)
                return rect.contains(point) ? (town, point) : nil
            } ?? []
    }

    private static func seen(_ line: [MapPoint], _ rect: MapRect, _ detail: Double) -> [[MapPoint]] {
        PlaneLine.pieces(of: line, touching: rect).map { PlaneLine.simplified($0, tolerance: detail) }
    }

    /// The bounding box of all places that may lie in a rectangle.
    private static func box(of rect: MapRect, _ projection: MapProjection) -> BoundingBox {
        let steps = (0...16).map { Double($0) / 16 }
        var places = steps.flatMap { a in
            steps.map { b in
                projection.place(
                    at: MapPoint(x: rect.left + a * rect.width, y: rect.bottom + b * rect.height))
            }
        }
        switch projection {
        case .mercator(let meridian):
            let isAll = rect.width >= (projection.period ?? .infinity) * 0.98
            var box = BoundingBox(of: places)
            if isAll {
                (box.west, box.width) = (-180, 360)
            } else {
                box.west = wrappedLongitude(meridian + rect.left / WGS84.semiMajorAxis * 180 / .pi)
                box.width = min(rect.width / WGS84.semiMajorAxis * 180 / .pi, 360)
            }
            return box
        case .polar(let isNorth):
            guard rect.contains(MapPoint(x: 0, y: 0)) else {
                var box = BoundingBox(of: places)
                (box.west, box.width) = (-180, 360)
                return box
            }
            places.append(Coordinate(latitude: isNorth ? 90 : -90, longitude: 0))
            var box = BoundingBox(of: places)
            (box.west, box.width) = (-180, 360)
            return box
        }
    }

    /// A line, repeated as often as the plane repeats itself within a rectangle.
    private static func copies(
        of line: [MapPoint], _ projection: MapProjection, in rect: MapRect
    ) -> [[MapPoint]] {
        guard let own = MapRect(around: line) else { return [] }
        guard let period = projection.period else { return own.intersects(rect) ? [line] : [] }
        return [-period, 0, period].compactMap { shift in
            let moved = MapRect(
                left: own.left + shift, bottom: own.bottom, right: own.right + shift, top: own.top)
            guard moved.intersects(rect) else { return nil }
            return shift == 0 ? line : line.map { MapPoint(x: $0.x + shift, y: $0.y) }
        }
    }

    /// The lines of a ring that are not coast: where the map is cut, at 180 degrees and at the south pole.
    private static func seams(_ ring: [Coordinate], _ drawn: [MapPoint]) -> [[MapPoint]] {
        ring.indices.compactMap { index in
            let next = index + 1 < ring.count ? index + 1 : 0
            let (a, b) = (ring[index], ring[next])
            let isCut =
                abs(a.longitude) >= 179.999 && abs(b.longitude) >= 179.999 || a.latitude <= -89.9 || b.latitude <= -89.9
            return isCut ? [drawn[index], drawn[next]] : nil
        }
    }
}
