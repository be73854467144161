internal import Cartography
internal import Geocoding
internal import Glibc
internal import LocationModel

/// What the page's script draws, as JSON; lists of numbers are packed (``PackedNumbers``).
struct PictureData {
    /// The levels of detail that a point can have.
    private static let levels = 14
    /// The factor by which each ground layer extends beyond the one before.
    private static let growth = 5.0

    private let scene: PictureScene
    private let summary: PictureSummary
    private var text = TextBuffer()

    init(_ scene: PictureScene, _ summary: PictureSummary) {
        self.scene = scene
        self.summary = summary
    }

    mutating func json() throws(PlaceTableError) -> TextBuffer {
        let (extent, options) = (scene.extent, scene.options)
        let origin = MapPoint(x: extent.left.rounded(), y: extent.bottom.rounded())
        text.append("{" as StaticString)
        switch scene.projection {
        case .mercator(let meridian): text.append("\"projection\":\"mercator\",\"meridian\":\(meridian)")
        case .polar(let isNorth): text.append("\"projection\":\"\(isNorth ? "north" : "south")\",\"meridian\":0")
        }
        let world = scene.projection.world
        text.append(",\"radius\":\(WGS84.semiMajorAxis),\"eccentricity\":\(WGS84.eccentricitySquared)")
        text.append(",\"fit\":\(Self.rect(extent)),\"world\":\(Self.rect(world))")
        let speeds = scene.speeds
        text.append(
            ",\"speed\":{\"size\":\(speeds.unit.size),\"symbol\":\"\(speeds.unit.symbol)\",\"step\":\(speeds.step)")
        text.append(",\"classes\":\(speeds.classes),\"labels\":[")
        text.append(speeds.labels.map { "\"\($0)\"" }.joined(separator: ","))
        text.append("]}")
        for (name, unit) in [("far", options.units.distanceUnit), ("near", options.units.lengthUnit)] {
            text.append(",\"\(name)\":{\"size\":\(unit.size),\"symbol\":\"\(unit.symbol)\"}")
        }
        clock()
        track(origin)
        marks()
        areas(origin)
        profile()
        text.append(
            ",\"byDistance\":\(PictureProfile.isByDistance(scene.picture)),\"isLong\":\(summary.isLong)")
        text.append(",\"hasGround\":\(options.baseMap != nil),\"ground\":[")
        var isFirst = true
        for layer in try ground() {
            if !isFirst { text.append(",") }
            isFirst = false
            self.layer(layer)
        }
        text.append("]}")
        return text
    }

    private static func rect(_ rect: MapRect) -> String {
        "[\([rect.left, rect.bottom, rect.right, rect.top].map { SVGCanvas.number($0, 2) }.joined(separator: ","))]"
    }

    private mutating func clock() {
        text.append(",\"clock\":[")
        for (index, offset) in scene.options.clock.offsets.enumerated() {
            if index > 0 { text.append(",") }
            text.append("[\(offset.since.milliseconds),\(offset.seconds),")
            string(offset.name)
            text.append("]")
        }
        text.append("]")
    }

    /// Pieces one after the other: link, number of points; of each point the steps from the one before (in plane units,
    /// and in tenths of a second), its speed in tenths of m/s, and its level of detail.
    private mutating func track(_ origin: MapPoint) {
        let trace = scene.picture.trace
        let unit = max(trace.tolerance * scene.planeScale / 2, 0.01)
        var causes: [String] = []
        var packed = PackedNumbers()
        let levels = trace.levels(highest: Self.levels)
        let start = trace.points.first?.timestamp.milliseconds ?? 0
        var (x, y, time) = (0, 0, 0)
        for piece in scene.pieces {
            switch piece.link {
            case .separate: packed.append(-1)
            case .gap(let cause):
                let known = causes.firstIndex(of: cause) ?? causes.count
                if known == causes.count { causes.append(cause) }
                packed.append(known)
            }
            packed.append(piece.range.count)
            for index in piece.range {
                let nextX = Int(rounding: (scene.points[index].x - origin.x) / unit)
                let nextY = Int(rounding: (scene.points[index].y - origin.y) / unit)
                let nextTime = Int((trace.points[index].timestamp.milliseconds - start) / 100)
                packed.append(nextX - x)
                packed.append(nextY - y)
                packed.append(nextTime - time)
                packed.append(Int(rounding: min(scene.speed(at: index, first: piece.range.lowerBound), 1e6) * 10))
                packed.append(Int(levels[index]))
                (x, y, time) = (nextX, nextY, nextTime)
            }
        }
        text.append(",\"track\":{\"origin\":[\(origin.x),\(origin.y)],\"unit\":\(unit),\"start\":\(start)")
        text.append(",\"tolerance\":\(trace.tolerance * scene.planeScale),\"causes\":[")
        for (index, cause) in causes.enumerated() {
            if index > 0 { text.append(",") }
            string(PictureWords.cause(cause))
        }
        text.append("],\"points\":\"")
        text.append(packed.bytes)
        text.append("\"}")
    }

    private mutating func marks() {
        let words = PictureWords(units: scene.options.units, clock: scene.options.clock)
        text.append(",\"marks\":[")
        for (index, mark) in scene.marks.enumerated() {
            if index > 0 { text.append(",") }
            let length = SVGPicture.duration(mark)
            text.append("{\"kind\":\"\(mark.kind.rawValue)\",\"at\":")
            text.append("[\(SVGCanvas.number(mark.point.x, 2)),\(SVGCanvas.number(mark.point.y, 2))]")
            text.append(",\"seconds\":\(Int(rounding: length, .towardZero)),\"name\":")
            let span = words.span(mark.from, mark.to, withDay: summary.isLong)
            string(
                [SVGPicture.name(mark), span, length > 0 ? words.duration(length) : ""].filter { !$0.isEmpty }
                    .joined(separator: ", "))
            text.append("}")
        }
        text.append("]")
    }

    private mutating func areas(_ origin: MapPoint) {
        text.append(",\"regions\":[")
        for (index, area) in scene.areas.enumerated() {
            if index > 0 { text.append(",") }
            text.append("{\"name\":")
            string(area.name)
            let around = MapRect(around: area.rings.joined())
            let unit = max((around.map { max($0.width, $0.height) } ?? 1) / 4096, 0.01)
            text.append(",\"isUnion\":\(area.isUnion),")
            lines("rings", area.rings, MapPoint(x: origin.x, y: origin.y), unit)
            text.append("}")
        }
        text.append("]")
    }

    /// Of each bin: milliseconds from the end of the one before to its beginning and on to its end, likewise metres,
    /// highest speed in tenths of m/s, lowest and highest altitude in decimetres (each 0 if unknown, else one more),
    /// whether a break is before.
    private mutating func profile() {
        var packed = PackedNumbers()
        let bins = scene.picture.profile.bins
        var time = bins.first?.from.milliseconds ?? 0
        var way = 0
        func known(_ value: Double?) -> Int {
            value.map { Int(rounding: min(max($0, -1e6), 1e6) * 10) }.map { $0 >= 0 ? $0 + 1 : $0 } ?? 0
        }
        for bin in bins {
            let (start, end) = (Int(rounding: bin.start), Int(rounding: bin.end))
            packed.append(Int(bin.from.milliseconds - time))
            packed.append(Int(bin.to.milliseconds - bin.from.milliseconds))
            packed.append(start - way)
            packed.append(end - start)
            packed.append(known(bin.speed))
            packed.append(known(bin.low))
            packed.append(known(bin.high))
            packed.append(bin.isAfterBreak ? 1 : 0)
            (time, way) = (bin.to.milliseconds, end)
        }
        text.append(",\"profile\":{\"start\":\(bins.first?.from.milliseconds ?? 0),\"bins\":\"")
        text.append(packed.bytes)
        text.append("\"}")
    }

    /// The ground around the track, each layer wider and coarser than the one before, up to the whole Earth.
    private func ground() throws(PlaceTableError) -> [BaseLayer] {
        guard scene.options.baseMap != nil || scene.options.places != nil else { return [] }
        var layers: [BaseLayer] = []
        let world = scene.projection.world
        var side = max(scene.extent.width, scene.extent.height) * 4
        while true {
            let isWorld = side * 2 >= world.width
            let rect = isWorld ? world : scene.extent.resized(width: side, height: side)
            layers.append(
                try BaseLayer(
                    scene, rect: rect, detail: rect.width / (isWorld ? 1600 : layers.isEmpty ? 5000 : 2500),
                    hasStates: rect.width / scene.planeScale < 1_600_000, towns: 120))
            if isWorld { return layers }
            side *= Self.growth
        }
    }

    private mutating func layer(_ layer: BaseLayer) {
        let origin = MapPoint(x: layer.rect.left, y: layer.rect.bottom)
        let unit = max(layer.rect.width, layer.rect.height) / 16_384
        text.append("{\"rect\":\(Self.rect(layer.rect)),")
        lines("land", layer.land, origin, unit)
        text.append(",")
        lines("seams", layer.seams, origin, unit)
        text.append(",")
        lines("lakes", layer.lakes, origin, unit)
        text.append(",")
        lines("rivers", layer.rivers, origin, unit)
        text.append(",")
        lines("borders", layer.borders, origin, unit)
        text.append(",")
        lines("states", layer.states, origin, unit)
        text.append(",\"towns\":[")
        for (index, town) in layer.towns.enumerated() {
            if index > 0 { text.append(",") }
            text.append("[\(SVGCanvas.number(town.point.x, 0)),\(SVGCanvas.number(town.point.y, 0)),")
            text.append("\(town.town.population),")
            string(town.town.name)
            text.append("]")
        }
        text.append("]}")
    }

    /// Of each line: number of points, and of each the steps from the one before.
    private mutating func lines(_ name: String, _ lines: [[MapPoint]], _ origin: MapPoint, _ unit: Double) {
        var packed = PackedNumbers()
        var (x, y) = (0, 0)
        for line in lines {
            packed.append(line.count)
            for point in line {
                let next = (Int(rounding: (point.x - origin.x) / unit), Int(rounding: (point.y - origin.y) / unit))
                packed.append(next.0 - x)
                packed.append(next.1 - y)
                (x, y) = next
            }
        }
        text.append("\"\(name)\":{\"origin\":[\(origin.x),\(origin.y)],\"unit\":\(unit),\"lines\":\"")
        text.append(packed.bytes)
        text.append("\"}")
    }

    /// A text in JSON that stands in a page: nothing in it ends the script.
    private mutating func string(_ value: String) {
        text.append("\"")
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: text.append(String(scalar))
            }
        }
        text.append("\"")
    }
}
