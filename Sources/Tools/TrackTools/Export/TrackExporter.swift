public import LocationModel
public import Motion
public import Tracks

/// Writes a track in another format, as it is read: thinned, smoothed and simplified run by run, in that order.
public struct TrackExporter: ~Copyable {
    /// The maximum number of locations of one run that are handled at once; longer runs are handled in parts, so that
    /// memory does not grow with them.
    public static let maximumRun = 65_536
    private static let flushSize = 256 << 10

    private let destination: ExportDestination
    private let options: ExportOptions
    private let forgotten: [TrackField]
    private var encoder: any ExportEncoder
    private var text = TextBuffer()
    private var run: [Location] = []
    private var segment = 1
    /// The last location that was written of the run.
    private var previous: Location?
    private var lastKept: Timestamp?
    private var hasBegun = false
    /// Visits, stops and crossings, if they are requested and the format has them.
    private var marks: (marks: TrackMarks, statistics: TrackStatistics)?
    /// In GPX, waypoints come before tracks, but are known after them.
    private let spool: TextSpool?
    private let day: (@Sendable (Timestamp) -> String)?
    private var present: String?

    /// The number of locations read.
    public private(set) var locationsRead = 0
    /// The number of locations written.
    public private(set) var locationsWritten = 0

    /// Creates an exporter.
    /// - Parameter day: The name of the day of a moment; each day is a track of its own in GPX and KML. `nil`: one
    ///   track.
    public init(
        _ format: ExportFormat, options: ExportOptions = ExportOptions(), to destination: ExportDestination,
        day: (@Sendable (Timestamp) -> String)? = nil
    ) {
        self.destination = destination
        let isMarking = options.hasMarks && (format == .gpx || format == .kml)
        marks = isMarking ? (TrackMarks(), TrackStatistics()) : nil
        spool = isMarking && format == .gpx ? TextSpool() : nil
        self.day = format == .gpx || format == .kml ? day : nil
        self.options = options
        let fields = options.fields ?? TrackField.allCases
        forgotten = TrackField.allCases.filter { !fields.contains($0) }
        encoder =
            switch format {
            case .gpx: GPXEncoder(title: options.title, creator: options.creator)
            case .kml: KMLEncoder(title: options.title)
            case .geojson: GeoJSONEncoder()
            case .geojsonseq: GeoJSONSequenceEncoder(fields: fields)
            case .csv: CSVEncoder(fields: fields)
            case .nmea: NMEAEncoder()
            }
    }

    /// Takes the next step of the track. Throws if the destination accepts nothing.
    public mutating func add(_ step: TrackStep) throws(TrackError) {
        marks?.marks.add(step)
        marks?.statistics.add(step)
        switch step {
        case .location(let location):
            locationsRead += 1
            if let day { try goOn(day(location.timestamp)) }
            guard isDue(location.timestamp) else { return }
            if run.count == Self.maximumRun { try write(isLast: false) }
            run.append(location)
            for field in forgotten { field.forget(&run[run.count - 1]) }
        case .broken: try finishRun()
        case .piece, .visit, .region, .steps, .untrusted: break
        }
    }

    /// Writes the rest. The caller commits the destination.
    public mutating func finish() throws(TrackError) {
        try finishRun()
        begin()
        if var marks {
            marks.statistics.finish()
            let all = ExportMark.all(marks.marks, marks.statistics.stops)
            if let spool {
                var before = TextBuffer()
                encoder.begin(&before)
                encoder.append(all, to: &before)
                try destination.write(before.bytes)
                try spool.copy(to: destination)
                // Text that is not in the spool yet follows it.
            } else {
                encoder.append(all, to: &text)
            }
        }
        encoder.end(&text)
        try destination.write(text.bytes)
        text.removeAll()
    }

    /// Begins another track if another day begins.
    private mutating func goOn(_ day: String) throws(TrackError) {
        guard day != present else { return }
        try finishRun()
        begin()
        present = day
        encoder.beginTrack("\(options.title) \(day)", &text)
    }

    private mutating func isDue(_ time: Timestamp) -> Bool {
        guard let every = options.every else { return true }
        if let lastKept {
            let passed = time.seconds(since: lastKept)
            // Rounding can shorten an interval by half a millisecond.
            if passed >= 0, passed < every - 0.0005 { return false }
        }
        lastKept = time
        return true
    }

    private mutating func finishRun() throws(TrackError) {
        lastKept = nil
        guard !run.isEmpty else { return }
        try write(isLast: true)
        previous = nil
        segment += 1
    }

    private mutating func write(isLast: Bool) throws(TrackError) {
        var locations = run
        run.removeAll(keepingCapacity: true)
        if let smoothing = options.smoothing { locations = smoothing.smoothed(locations) }
        if let tolerance = options.tolerance {
            let kept = TrackSimplifier.kept(locations.map(\.coordinate), tolerance: tolerance)
            locations = kept.map { locations[$0] }
        }
        begin()
        locationsWritten += locations.count
        encoder.append(
            ExportRun(locations: locations, segment: segment, previous: previous, isLast: isLast), to: &text)
        previous = locations.last
        if text.bytes.count >= Self.flushSize { try flush() }
    }

    private mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        // If waypoints are still to come, the beginning is written at the end.
        if spool == nil { encoder.begin(&text) }
    }

    private mutating func flush() throws(TrackError) {
        if let spool { try spool.append(text.bytes) } else { try destination.write(text.bytes) }
        text.removeAll()
    }
}

/// How an export changes locations and what it contains.
public struct ExportOptions: Sendable, Hashable {
    /// The largest distance in metres between a location and the simplified line, above 0; `nil` keeps every location.
    public var tolerance: Double?
    /// How positions are smoothed; `nil` keeps them unchanged.
    public var smoothing: TrackSmoothing?
    /// The shortest time between two locations in seconds, above 0; `nil` keeps every location.
    public var every: Double?
    /// The fields to export, in this order if the format has columns; `nil` exports all known fields.
    public var fields: [TrackField]?
    /// The name of the track, if the format has one.
    public var title = "locd"
    /// The program that creates the file, such as `locd 0.1.0`.
    public var creator = "locd"

    /// Whether visits, stops and region crossings are exported too, in GPX and KML.
    public var hasMarks = false

    /// Creates options that export everything unchanged.
    public init() {}
}

/// The formats of an export.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// GPX 1.1, with speed and course in Garmin's TrackPointExtension v2.
    case gpx
    /// KML 2.2 with `gx:Track`.
    case kml
    /// GeoJSON (RFC 7946): a LineString for each uninterrupted run.
    case geojson
    /// GeoJSON text sequence (RFC 8142): a Point for each location.
    case geojsonseq
    /// Comma-separated values (RFC 4180), with a line of names.
    case csv
    /// NMEA 0183: RMC, GGA and GST.
    case nmea

    /// The format for a file name, by its extension; `nil` for another extension.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "gpx": self = .gpx
        case "kml": self = .kml
        case "geojson", "json": self = .geojson
        case "geojsonseq", "geojsonl", "geojsons": self = .geojsonseq
        case "csv": self = .csv
        case "nmea", "nma": self = .nmea
        default: return nil
        }
    }
}
