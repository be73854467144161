internal import Cartography
internal import LocationModel

/// The chart of speed and altitude below a map.
struct PictureProfile {
    private let scene: PictureScene
    private let words: PictureWords

    init(_ scene: PictureScene) {
        self.scene = scene
        words = PictureWords(units: scene.options.units, clock: scene.options.clock)
    }

    /// Whether the chart runs along the distance: if the track mostly stands still, the time axis shows little.
    static func isByDistance(_ picture: TrackPicture) -> Bool {
        let statistics = picture.statistics
        guard let first = statistics.first, let last = statistics.last, statistics.distance > 0 else { return false }
        return statistics.movingTime < 0.4 * last.seconds(since: first)
    }

    func draw(in rect: MapRect, on svg: inout TextBuffer) {
        let bins = scene.picture.profile.bins
        let isByDistance = Self.isByDistance(scene.picture)
        guard let first = bins.first, let last = bins.last else { return }
        let begin = isByDistance ? first.start : 0
        // Another file, or a corrected time, may lie before the first bin.
        let earliest = bins.reduce(first.from) { min($0, $1.from) }
        let latest = bins.reduce(last.to) { max($0, $1.to) }
        let whole = max(isByDistance ? last.end - begin : latest.seconds(since: earliest), 1e-3)
        func x(_ position: Double) -> Double { rect.left + (position - begin) / whole * rect.width }
        func span(_ bin: TrackProfile.Bin) -> (Double, Double) {
            isByDistance
                ? (x(bin.start), x(bin.end))
                : (x(bin.from.seconds(since: earliest)), x(bin.to.seconds(since: earliest)))
        }
        svg.writeLine(##"<g class="profile" font-size="11" fill="#4b5563">"##)
        let speed = axis(bins.compactMap(\.speed), size: scene.options.units.speedUnit.size, fromZero: true)
        let altitude = axis(
            bins.flatMap { [$0.low, $0.high].compactMap(\.self) }, size: scene.options.units.lengthUnit.size,
            fromZero: false)
        if let altitude {
            func y(_ metres: Double) -> Double { rect.top - altitude.part(metres) * rect.height }
            for run in runs(bins, \.high) {
                var line = run.map { bin in
                    MapPoint(x: (span(bin).0 + span(bin).1) / 2, y: y(((bin.low ?? 0) + (bin.high ?? 0)) / 2))
                }
                line = [MapPoint(x: span(run[0]).0, y: line[0].y)] + line
                line.append(MapPoint(x: span(run[run.count - 1]).1, y: line[line.count - 1].y))
                let area =
                    line + [MapPoint(x: line[line.count - 1].x, y: rect.top), MapPoint(x: line[0].x, y: rect.top)]
                svg.writeLine(
                    """
                    <path d="\(SVGText.path([area], closed: true))" fill="#dfe5da"/>
                    <path d="\(SVGText.path([line]))" fill="none" stroke="#7f8f73"/>
                    """)
            }
            for tick in altitude.ticks {
                let y = y(tick * altitude.size)
                let label = RoundNumbers.text(tick)
                svg.writeLine(##"<text x="\##(rect.right + 8)" y="\##(y + 4)" fill="#66755b">\##(xml: label)</text>"##)
            }
            svg.writeLine(
                """
                <text x="\(rect.right + 44)" y="\(rect.bottom - 8)" text-anchor="end" fill="#66755b">\
                altitude, \(xml: scene.options.units.lengthUnit.symbol)</text>
                """)
        }
        if let speed {
            for tick in speed.ticks {
                let y = rect.top - speed.part(tick * speed.size) * rect.height
                svg.writeLine(
                    """
                    <line x1="\(rect.left)" x2="\(rect.right)" y1="\(y)" y2="\(y)" stroke="#1c2330" \
                    stroke-opacity="0.12"/>
                    <text x="\(rect.left - 8)" y="\(y + 4)" text-anchor="end">\(xml: RoundNumbers.text(tick))</text>
                    """)
            }
            let symbol = scene.options.units.speedUnit.symbol
            svg.writeLine(#"<text x="20" y="\#(rect.bottom - 8)">speed, \#(xml: symbol)</text>"#)
            for run in runs(bins, \.speed) {
                var line: [MapPoint] = []
                for bin in run {
                    let y = rect.top - speed.part(bin.speed ?? 0) * rect.height
                    line.append(MapPoint(x: (span(bin).0 + span(bin).1) / 2, y: y))
                }
                if line.count == 1 { line.append(line[0]) }
                svg.writeLine(
                    """
                    <path d="\(SVGText.path([line]))" fill="none" stroke="#a3209b" stroke-width="1.6" \
                    stroke-linejoin="round" stroke-linecap="round"/>
                    """)
            }
        }
        let (left, right, top) = (rect.left, rect.right, rect.top)
        svg.writeLine(##"<line x1="\##(left)" x2="\##(right)" y1="\##(top)" y2="\##(top)" stroke="#6b7280"/>"##)
        for (position, label) in ticks(from: earliest, whole, isByDistance, begin) {
            let x = x(position)
            svg.writeLine(
                """
                <text x="\(x)" y="\(top + 17)" text-anchor="middle">\(xml: label)</text>
                <line x1="\(x)" x2="\(x)" y1="\(top)" y2="\(top + 4)" stroke="#6b7280"/>
                """)
        }
        svg.writeLine("</g>")
    }

    /// The known values, from one interruption to the next.
    private func runs(_ bins: [TrackProfile.Bin], _ value: KeyPath<TrackProfile.Bin, Double?>) -> [[TrackProfile.Bin]] {
        var runs: [[TrackProfile.Bin]] = []
        var open: [TrackProfile.Bin] = []
        for bin in bins {
            // Unknown values are bridged; interruptions are not.
            if bin.isAfterBreak, !open.isEmpty {
                runs.append(open)
                open = []
            }
            if bin[keyPath: value] != nil { open.append(bin) }
        }
        if !open.isEmpty { runs.append(open) }
        return runs
    }

    /// An axis for values, in the displayed unit.
    private struct Axis {
        var ticks: [Double]
        var size: Double

        func part(_ value: Double) -> Double {
            let (low, high) = (ticks[0], ticks[ticks.count - 1])
            return high > low ? (value / size - low) / (high - low) : 0
        }
    }

    private func axis(_ values: [Double], size: Double, fromZero: Bool) -> Axis? {
        guard let low = values.min(), let high = values.max(), high.isFinite, low.isFinite else { return nil }
        // A flat track is drawn flat: noise is not a hill.
        let least = fromZero ? 1.0 : 40
        let middle = (low + high) / 2
        let (from, to) =
            fromZero
            ? (0, max(high / size, least)) : (min(low, middle - least / 2) / size, max(high, middle + least / 2) / size)
        let ticks = RoundNumbers.ticks(from: from, to: to, steps: 4)
        return ticks.isEmpty ? nil : Axis(ticks: ticks, size: size)
    }

    private func ticks(
        from first: Timestamp, _ whole: Double, _ isByDistance: Bool, _ begin: Double
    ) -> [(Double, String)] {
        if isByDistance {
            let unit =
                whole >= scene.options.units.distanceUnit.size
                ? scene.options.units.distanceUnit : scene.options.units.lengthUnit
            let step = RoundNumbers.above(whole / unit.size / 10) * unit.size
            return (0...Int(rounding: whole / step, .towardZero)).map { index in
                let way = Double(index) * step
                let label = RoundNumbers.text(way / unit.size)
                return (begin + way, index == 0 ? "0 \(unit.symbol)" : label)
            }
        }
        let steps: [Double] = [10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
        let step = steps.first { whole / $0 <= 12 } ?? (whole / 12 / 86_400).rounded(.up) * 86_400
        // Round local times.
        let local = scene.options.clock.local(first)
        let past = Double(local.millisecondsOfDay) / 1000
        var position = (past / step).rounded(.up) * step - past
        var result: [(Double, String)] = []
        while position <= whole, result.count < 64 {
            let time = first.advanced(bySeconds: position)
            result.append((position, step >= 86_400 ? words.clock.day(time) : label(time, step)))
            position += step
        }
        return result
    }

    private func label(_ time: Timestamp, _ step: Double) -> String {
        guard step < 60 else { return words.clock.minute(time) }
        let seconds = Int(words.clock.local(time).millisecondsOfDay / 1000 % 60)
        return "\(words.clock.minute(time)):\(seconds < 10 ? "0" : "")\(seconds)"
    }
}
