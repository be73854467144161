internal import Cartography
internal import Geocoding
internal import LocationModel

/// The texts of a picture: its heading, its figures, and the events in order.
struct PictureSummary {
    /// An event for the list beside the map.
    struct Entry {
        var kind: String
        var time: Timestamp
        var span: String
        var text: String
        var point: MapPoint?
        /// A stop at a traffic light, in short.
        var isShort = false
    }

    /// The maximum number in the list.
    static let maximumEntries = 500

    let title: String
    let figures: [String]
    let entries: [Entry]
    /// Marks on the map that are not in the list.
    let notes: [String]
    /// Whether times need their day.
    let isLong: Bool

    init(_ scene: PictureScene) {
        let (picture, options) = (scene.picture, scene.options)
        let words = PictureWords(units: options.units, clock: options.clock)
        let statistics = picture.statistics
        let first = statistics.first ?? .earliest
        let last = max(statistics.last ?? .earliest, first)
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
        let all = Self.entries(scene, words, isLong)
        let entries = all.filter { !$0.isShort }
        self.entries = Array(entries.prefix(Self.maximumEntries))
        var notes: [String] = []
        let short = all.count - entries.count
        if short > 0 { notes.append("\(short) \(short == 1 ? "stop" : "stops") of less than a minute not listed.") }
        let omitted = entries.count - self.entries.count
        if omitted > 0 { notes.append("\(omitted) later \(omitted == 1 ? "event" : "events") not listed.") }
        self.notes = notes
    }

    private static func entries(_ scene: PictureScene, _ words: PictureWords, _ isLong: Bool) -> [Entry] {
        var entries: [Entry] = []
        var towns = TownNames(scene.options.places)
        let visits = scene.picture.marks.visits
        for mark in scene.marks {
            // A visit that the recorder reported contains the stop, and more.
            if mark.kind == .stop, let from = mark.from, let to = mark.to,
                visits.contains(where: { visit in
                    guard let arrival = visit.arrivalDate, arrival <= from.advanced(bySeconds: 60) else { return false }
                    return visit.departureDate.map { $0 >= to.advanced(bySeconds: -60) } ?? true
                })
            {
                continue
            }
            let (time, end) = (mark.from ?? mark.to ?? .earliest, mark.to)
            let span = words.span(mark.from, mark.to, withDay: isLong)
            let moment = words.moment(time, withDay: isLong)
            let length = end.map { words.duration($0.seconds(since: time)) }
            let (label, text) =
                switch mark.kind {
                case .start: (moment, "Start")
                case .end: (moment, "End")
                case .stop: (span, "Stop" + (length.map { ", \($0)" } ?? ""))
                case .visit: (span, "Visit" + (mark.from == nil ? "" : length.map { ", \($0)" } ?? ""))
                case .enter: (moment, "Entered \(mark.name ?? "")")
                case .exit: (moment, "Left \(mark.name ?? "")")
                }
            let isShort = mark.kind == .stop && SVGPicture.duration(mark) < 60
            let town = isShort ? nil : towns.name(near: mark.coordinate)
            entries.append(
                Entry(
                    kind: mark.kind.rawValue, time: time, span: label, text: text + (town.map { ", \($0)" } ?? ""),
                    point: mark.point, isShort: isShort))
        }
        for hole in scene.picture.statistics.gaps {
            let gap = hole.gap
            let length = words.duration(gap.to.seconds(since: gap.from))
            entries.append(
                Entry(
                    kind: "gap", time: gap.from, span: words.span(gap.from, gap.to, withDay: isLong),
                    text: "Gap, \(length): \(PictureWords.cause(gap.cause.rawValue))", point: place(of: gap, scene)))
        }
        let order = ["start": 0, "end": 2]
        return entries.enumerated().sorted {
            ($0.element.time, order[$0.element.kind, default: 1], $0.offset) < (
                $1.element.time, order[$1.element.kind, default: 1], $1.offset
            )
        }.map(\.element)
    }

    /// Interruptions of the track.
    private static func place(of gap: Gap, _ scene: PictureScene) -> MapPoint? {
        let points = scene.picture.trace.points
        guard !points.isEmpty else { return nil }
        // Pieces are in the order of reading, which is mostly that of time.
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].timestamp <= gap.from { low = middle + 1 } else { high = middle }
        }
        return scene.points[max(low - 1, 0)]
    }
}

/// The towns in or near which places lie, for a list; their number is limited so that the lookup stays fast.
struct TownNames {
    private static let most = 600

    private let geocoder: Geocoder?
    private var known: [Coordinate: String?] = [:]

    init(_ table: PlaceTable?) {
        geocoder = table.map(Geocoder.init)
    }

    /// The town of a place; `nil` if none is known.
    mutating func name(near place: Coordinate) -> String? {
        // To a hundredth of a degree: two stops in one street are in one town.
        let rounded = Coordinate(
            latitude: (place.latitude * 100).rounded() / 100, longitude: (place.longitude * 100).rounded() / 100)
        if let name = known[rounded] { return name }
        guard let geocoder, known.count < Self.most else { return nil }
        let placemark = try? geocoder.placemarks(at: place).first
        let name = placemark.flatMap { $0.subLocality ?? $0.locality ?? $0.name }
        known[rounded] = name
        return name
    }
}
