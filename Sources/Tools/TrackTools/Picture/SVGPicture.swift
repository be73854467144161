internal import Cartography
internal import Geocoding
internal import LocationModel

/// A picture as one SVG image: heading, map, legend, scale bar, and the profile of speed and altitude below.
struct SVGPicture {
    private static let size = (width: 1200.0, height: 860.0)
    private static let map = MapRect(left: 20, bottom: 84, right: 1180, top: 640)
    private static let font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

    private let scene: PictureScene
    private let summary: PictureSummary
    private let words: PictureWords
    private let pixels: Double
    private let view: MapRect
    private var svg = TextBuffer()

    init(_ scene: PictureScene, _ summary: PictureSummary) {
        self.scene = scene
        self.summary = summary
        words = PictureWords(units: scene.options.units, clock: scene.options.clock)
        let (map, extent) = (Self.map, scene.extent)
        // Room at the edges for marks and their labels.
        pixels = min((map.width - 120) / extent.width, (map.height - 96) / extent.height)
        view = extent.resized(width: map.width / pixels, height: map.height / pixels)
    }

    mutating func bytes() throws(PlaceTableError) -> [UInt8] {
        let (width, height) = Self.size
        svg.writeLine(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
            height="\(height)" role="img" aria-labelledby="title desc" font-family="\(Self.font)">
            <title id="title">\(xml: summary.title)</title>
            <desc id="desc">\(xml: summary.figures.joined(separator: ", "))</desc>
            <rect width="100%" height="100%" fill="#ffffff"/>
            <text x="20" y="38" font-size="24" font-weight="600" fill="#1c2330">\(xml: summary.title)</text>
            <text x="20" y="66" font-size="15" fill="#4b5563">\(xml: summary.figures.joined(separator: "  ·  "))</text>
            """)
        try drawMap()
        drawProfile()
        svg.writeLine(
            """
            <text x="20" y="\(height - 14)" font-size="11" fill="#6b7280">\(xml: PictureSources(scene).text)</text>
            </svg>
            """)
        return svg.bytes
    }

    private func pixel(_ point: MapPoint) -> MapPoint {
        MapPoint(
            x: Self.map.left + (point.x - view.left) * pixels, y: Self.map.bottom + (view.top - point.y) * pixels)
    }

    private func pixel(_ lines: [[MapPoint]]) -> [[MapPoint]] { lines.map { $0.map(pixel) } }

    private mutating func drawMap() throws(PlaceTableError) {
        let map = Self.map
        let layer = try BaseLayer(
            scene, rect: view, detail: 0.5 / pixels, hasStates: view.width / scene.planeScale < 1_600_000, towns: 400)
        svg.write(#"<clipPath id="frame">"#)
        drawFrame(radius: 8)
        svg.writeLine(##"</clipPath>\##n<g clip-path="url(#frame)">"##)
        drawFrame(radius: 0, fill: scene.options.baseMap != nil ? "#cfe1ee" : "#f4f2ec")
        path(
            layer.land, closed: true,
            ##"fill="#f4f2ec" fill-rule="evenodd" stroke="#8fb0c6" stroke-width="1" stroke-linejoin="round""##)
        path(layer.seams, ##"fill="none" stroke="#f4f2ec" stroke-width="2.5""##)
        path(
            layer.rivers,
            ##"class="river" fill="none" stroke="#a9c8dc" stroke-width="1.1" stroke-linejoin="round""##)
        path(
            layer.lakes, closed: true,
            """
            class="lake" fill="#cfe1ee" fill-rule="evenodd" stroke="#8fb0c6" stroke-width="0.8" stroke-linejoin="round"
            """)
        drawGraticule()
        path(layer.states, ##"fill="none" stroke="#cbbfd0" stroke-width="0.8" stroke-dasharray="5 3""##)
        path(layer.borders, ##"fill="none" stroke="#9a86a4" stroke-width="1.4""##)
        drawAreas()
        var labels = LabelPlacer(within: map.grown(by: -4))
        reserveRoom(&labels)
        drawTrack()
        drawMarks(&labels)
        drawTowns(layer, &labels)
        svg.writeLine("</g>")
        drawFrame(radius: 8, fill: "none", stroke: "#b8c0cc")
        drawScaleBar()
        drawLegend()
    }

    private mutating func drawFrame(radius: Double, fill: String = "#000000", stroke: String = "none") {
        let map = Self.map
        svg.writeLine(
            """
            <rect x="\(map.left)" y="\(map.bottom)" width="\(map.width)" height="\(map.height)" rx="\(radius)" \
            fill="\(fill)" stroke="\(stroke)"/>
            """)
    }

    /// A path of lines of the plane with these attributes; nothing if there are none.
    private mutating func path(_ lines: [[MapPoint]], closed: Bool = false, _ attributes: String) {
        guard !lines.isEmpty else { return }
        svg.writeLine(#"<path \#(attributes) d="\#(SVGText.path(pixel(lines), closed: closed))"/>"#)
    }

    /// The same in a group with a title.
    private mutating func path(
        _ lines: [[MapPoint]], closed: Bool = false, _ attributes: String, in group: String, titled title: String
    ) {
        svg.writeLine(#"<g class="\#(group)"><title>\#(xml: title)</title>"#)
        path(lines, closed: closed, attributes)
        svg.writeLine("</g>")
    }

    /// Meridians and parallels at round degrees, with their figures at the edges.
    private mutating func drawGraticule() {
        guard let graticule = Graticule(scene.projection, view: view, pixels: pixels) else { return }
        svg.writeLine(##"<g class="graticule" font-size="10" fill="#8a93a3">"##)
        let frame = Self.map
        for (x, label) in graticule.meridians {
            let x = pixel(MapPoint(x: x, y: 0)).x
            line(from: MapPoint(x: x, y: frame.bottom), to: MapPoint(x: x, y: frame.top))
            svg.writeLine(#"<text x="\#(x + 4)" y="\#(frame.bottom + 13)">\#(xml: label)</text>"#)
        }
        for (y, label) in graticule.parallels {
            let y = pixel(MapPoint(x: 0, y: y)).y
            line(from: MapPoint(x: frame.left, y: y), to: MapPoint(x: frame.right, y: y))
            guard y > frame.bottom + 30, y < frame.top - 40 else { continue }
            svg.writeLine(#"<text x="\#(frame.left + 6)" y="\#(y - 4)">\#(xml: label)</text>"#)
        }
        svg.writeLine("</g>")
    }

    private mutating func line(from: MapPoint, to: MapPoint) {
        let data = SVGText.path([[from, to]])
        svg.writeLine(##"<path d="\##(data)" fill="none" stroke="#1c2330" stroke-opacity="0.07"/>"##)
    }

    private mutating func drawAreas() {
        for area in scene.areas {
            let (rule, stroke) = area.isUnion ? ("nonzero", "none") : ("evenodd", "#1d7f5f")
            path(
                area.rings, closed: true,
                """
                fill="#1d7f5f" fill-opacity="0.14" fill-rule="\(rule)" stroke="\(stroke)" stroke-width="1.4" \
                stroke-dasharray="2 3"
                """, in: "region", titled: "Region \(area.name)")
        }
    }

    /// The line in as much detail as can be seen: a casing below, then its colours, then the joints of its pieces.
    private mutating func drawTrack() {
        let half = (scene.projection.period ?? .infinity) / 2
        let strokes = TrackStrokes(of: scene, pixel: 1 / pixels)
        var links: [(line: [MapPoint], cause: String)] = []
        var previous: Int?
        for piece in scene.pieces {
            if case .gap(let cause) = piece.link, let previous {
                let line = [scene.points[previous], scene.points[piece.range.lowerBound]]
                if abs(line[1].x - line[0].x) < half { links.append((line, cause)) }
            }
            previous = piece.range.upperBound - 1
        }
        svg.writeLine(#"<g class="track" fill="none" stroke-linecap="round" stroke-linejoin="round">"#)
        path(strokes.casing, ##"stroke="#ffffff" stroke-width="6.5" stroke-opacity="0.85""##)
        for (line, cause) in links.prefix(4000) {
            path(
                [line], ##"stroke="#5b6472" stroke-width="2" stroke-dasharray="3 5""##, in: "gap",
                titled: "Gap: \(PictureWords.cause(cause))")
        }
        for (line, text) in scene.untrusted {
            path(
                [line], ##"stroke="#b3274f" stroke-width="3" stroke-dasharray="0 7""##, in: "untrusted", titled: text)
        }
        for (color, lines) in strokes.runs.enumerated() {
            path(lines, #"stroke="\#(SpeedScale.light[color])" stroke-width="3.5""#)
        }
        svg.writeLine("</g>")
    }

    private mutating func reserveRoom(_ labels: inout LabelPlacer) {
        let map = Self.map
        // Scale bar and legend.
        labels.occupy(MapRect(left: map.left, bottom: map.top - 48, right: map.left + 200, top: map.top))
        labels.occupy(
            MapRect(left: map.right - legendWidth - 24, bottom: map.top - 60, right: map.right, top: map.top))
    }

    private mutating func drawTowns(_ layer: BaseLayer, _ labels: inout LabelPlacer) {
        svg.writeLine(#"<g class="towns">"#)
        var count = 0
        var dots: [MapRect] = []
        for (town, point) in layer.towns where count < 40 {
            let place = pixel(point)
            let size = town.population >= 100_000 ? 15.0 : town.population >= 10_000 ? 13 : 12
            let width = SVGText.width(of: town.name, size: size)
            let dot = MapRect(left: place.x - 3, bottom: place.y - 3, right: place.x + 3, top: place.y + 3)
            guard Self.map.grown(by: -6).contains(place), dots.allSatisfy({ !$0.intersects(dot) }) else { continue }
            // Beside the dot, above or below it; farther away if a mark is there.
            var spots: [MapPoint] = []
            for away in [6.0, 13] {
                let middle = place.x - width / 2
                spots.append(MapPoint(x: place.x + away, y: place.y + size * 0.35))
                spots.append(MapPoint(x: place.x - width - away, y: place.y + size * 0.35))
                spots.append(MapPoint(x: middle, y: place.y - away - 3))
                spots.append(MapPoint(x: middle, y: place.y + size + away))
            }
            let spot = spots.first { spot in
                let box = MapRect(
                    left: spot.x - 4, bottom: spot.y - size * 0.85 - 2, right: spot.x + width + 4, top: spot.y + 4)
                guard dots.allSatisfy({ !$0.intersects(box) }), labels.take(box) else { return false }
                dots.append(box)
                return true
            }
            guard let spot else { continue }
            dots.append(dot)
            count += 1
            svg.writeLine(
                """
                <circle cx="\(place.x)" cy="\(place.y)" r="2.4" fill="#ffffff" stroke="#4b5563" stroke-width="1.2"/>
                <text x="\(spot.x)" y="\(spot.y)" font-size="\(size)" \
                font-weight="\(town.population >= 100_000 ? "600" : "400")" fill="#374151" stroke="#ffffff" \
                stroke-width="3" stroke-opacity="0.8" paint-order="stroke" stroke-linejoin="round">\
                \(xml: town.name)</text>
                """)
        }
        svg.writeLine("</g>")
    }

    private mutating func drawMarks(_ labels: inout LabelPlacer) {
        svg.writeLine(#"<g class="marks">"#)
        for mark in scene.marks {
            let place = pixel(mark.point)
            if mark.kind != .stop || Self.duration(mark) >= 300 {
                labels.occupy(
                    MapRect(
                        left: place.x - 8, bottom: place.y - (mark.kind == .visit ? 22 : 8), right: place.x + 8,
                        top: place.y + 8))
            }
            let span = words.span(mark.from, mark.to, withDay: summary.isLong)
            svg.writeLine(
                """
                <g class="\(mark.kind.rawValue)" transform="translate(\(place.x) \(place.y))">\
                <title>\(xml: "\(Self.name(mark)) \(span)")</title>
                \(PictureSymbols.shape(of: mark.kind, duration: Self.duration(mark)))</g>
                """)
        }
        // The longest stays have their duration beside them.
        let stays = scene.marks.filter { $0.kind == .stop || $0.kind == .visit }.sorted {
            (Self.duration($0), $0.kind == .visit ? 1 : 0) > (Self.duration($1), $1.kind == .visit ? 1 : 0)
        }
        for mark in stays.prefix(16) where Self.duration(mark) >= 300 {
            let place = pixel(mark.point)
            let bottom = place.y - (mark.kind == .visit ? 26 : 10)
            let label = words.duration(Self.duration(mark))
            let width = SVGText.width(of: label, size: 12)
            let box = MapRect(
                left: place.x - width / 2, bottom: bottom - 12, right: place.x + width / 2, top: bottom + 3)
            guard labels.take(box) else { continue }
            svg.writeLine(
                """
                <text x="\(place.x)" y="\(bottom)" font-size="12" text-anchor="middle" fill="#7a1f3d" stroke="#ffffff" \
                stroke-width="3" paint-order="stroke" stroke-linejoin="round">\(xml: label)</text>
                """)
        }
        svg.writeLine("</g>")
    }

    static func duration(_ mark: PictureScene.Mark) -> Double {
        guard let from = mark.from, let to = mark.to else { return 0 }
        return max(to.seconds(since: from), 0)
    }

    static func name(_ mark: PictureScene.Mark) -> String {
        switch mark.kind {
        case .start: "Start"
        case .end: "End"
        case .stop: "Stop"
        case .visit: "Visit"
        case .enter: "Entered \(mark.name ?? "")"
        case .exit: "Left \(mark.name ?? "")"
        }
    }

    private mutating func drawScaleBar() {
        let map = Self.map
        let middle = view.center
        guard
            let bar = ScaleBar(
                upTo: 160, metres: scene.projection.groundScale(at: middle) / pixels, units: scene.options.units)
        else { return }
        let (left, y) = (map.left + 16, map.top - 16)
        let corners = [(left, y - 7), (left, y), (left + bar.width, y), (left + bar.width, y - 7)]
        let path = SVGText.path([corners.map { MapPoint(x: $0.0, y: $0.1) }])
        svg.writeLine(
            """
            <path class="scale" d="\(path)" fill="none" stroke="#1c2330" stroke-width="1.6"/>
            <text x="\(left + bar.width / 2)" y="\(y - 7)" font-size="12" text-anchor="middle" fill="#1c2330" \
            stroke="#ffffff" stroke-width="3" paint-order="stroke">\(xml: bar.label)</text>
            """)
    }

    private var legendWidth: Double { Double(scene.speeds.classes) * 34 + 46 }

    private mutating func drawLegend() {
        let map = Self.map
        let speeds = scene.speeds
        let (left, top) = (map.right - legendWidth - 12, map.top - 54)
        svg.writeLine(
            """
            <g class="legend" font-size="11" fill="#374151">
            <rect x="\(left)" y="\(top)" width="\(legendWidth)" height="42" rx="6" fill="#ffffff" fill-opacity="0.88"/>
            """)
        for index in 0..<speeds.classes {
            let x = left + 14 + Double(index) * 34
            svg.writeLine(
                """
                <rect x="\(x)" y="\(top + 9)" width="34" height="9" fill="\(SpeedScale.light[index])"/>
                <text x="\(x)" y="\(top + 33)" text-anchor="middle">\(xml: speeds.labels[index])</text>
                """)
        }
        svg.writeLine(
            """
            <text x="\(left + legendWidth - 8)" y="\(top + 33)" text-anchor="end">\(xml: speeds.unit.symbol)</text>
            </g>
            """)
    }

    private mutating func drawProfile() {
        let profile = PictureProfile(scene)
        profile.draw(
            in: MapRect(left: 64, bottom: 664, right: Self.size.width - 64, top: Self.size.height - 62), on: &svg)
    }
}
