internal import Cartography
internal import LocationModel
internal import Phrasing

/// The texts of a picture: its heading and its figures.
struct PictureSummary {
    let title: String
    let figures: [String]
    /// Whether times need their day.
    let isLong: Bool

    init(_ scene: PictureScene) {
        let (picture, options) = (scene.picture, scene.options)
        let words = PictureWords(units: options.units, clock: options.clock)
        let statistics = picture.statistics
        // What was read first need not be the earliest: another file, or a corrected time, may lie before it.
        let times = picture.trace.points.map(\.timestamp)
        let first = times.reduce(statistics.first ?? .earliest) { min($0, $1) }
        let last = times.reduce(max(statistics.last ?? .earliest, first)) { max($0, $1) }
        let isLong = options.clock.day(first) != options.clock.day(last)
        self.isLong = isLong
        let days = isLong ? "\(options.clock.day(first)) to \(options.clock.day(last))" : options.clock.longDay(first)
        title = options.title ?? days
        var figures: [String] = []
        if options.title != nil { figures.append(days) }
        let zone = options.clock.offset(at: last).name
        figures.append(
            words.span(first, last, withDay: false) + (zone.isEmpty ? "" : " \(zone)"))
        if isLong { figures.removeLast() }
        figures.append(words.distance(statistics.distance))
        if statistics.movingTime > 0 { figures.append("\(words.duration(statistics.movingTime)) moving") }
        if statistics.stopCount > 0 {
            figures.append("\(statistics.stopCount) \(statistics.stopCount == 1 ? "stop" : "stops")")
        }
        if let speed = statistics.maximumSpeed { figures.append("up to \(words.speed(speed))") }
        if let climb = statistics.climb, let descent = statistics.descent, climb + descent >= 1 {
            figures.append("\(words.altitude(climb)) up, \(words.altitude(descent)) down")
        }
        self.figures = figures
    }
}

/// The sources of the ground, and the accuracy of the line.
struct PictureSources {
    let text: String

    init(_ scene: PictureScene) {
        var parts: [String] = []
        let error = scene.picture.trace.error
        if error > 0 {
            let metres = Figure.decimal(error, error < 10 ? 1 : 0)
            parts.append("Line simplified to within \(metres) m.")
        }
        let options = scene.options
        parts.append(
            Self.ground(hasMap: options.baseMap != nil, hasTowns: options.places != nil, creator: options.creator))
        text = parts.joined(separator: " ")
    }

    /// Those of the ground, and the program that drew it.
    static func ground(hasMap: Bool, hasTowns: Bool, creator: String) -> String {
        (hasMap ? "Coasts, borders, lakes and rivers: Natural Earth. " : "")
            + (hasTowns ? "Towns: GeoNames, CC BY 4.0. " : "") + "Made by \(creator)."
    }
}
