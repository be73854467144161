internal import LocationModel
public import Tracks

/// Writes a track in another format, as it is read: thinned, smoothed and simplified run by run, in that order.
public struct TrackExporter: ~Copyable {
    /// So many locations of one run are handled at once; longer runs in parts, so that memory does not grow with them.
    public static let maximumRun = 65_536
    private static let flushSize = 256 << 10

    private let destination: ExportDestination
    private let options: ExportOptions
    private let forgotten: [TrackField]
    private var encoder: any ExportEncoder
    private var text = TextBuffer()
    private var run: [Location] = []
    private var segment = 1
    private var continues = false
    private var lastKept: Timestamp?
    private var hasBegun = false

    /// How many locations came in.
    public private(set) var locationsRead = 0
    /// How many were written.
    public private(set) var locationsWritten = 0

    /// An exporter that has written nothing.
    public init(_ format: ExportFormat, options: ExportOptions = ExportOptions(), to destination: ExportDestination) {
        self.destination = destination
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

    /// Takes the next step of the track. Throws where the destination takes nothing.
    public mutating func add(_ step: TrackStep) throws(TrackError) {
        switch step {
        case .location(let location):
            locationsRead += 1
            guard isDue(location.timestamp) else { return }
            if run.count == Self.maximumRun { try write(isLast: false) }
            run.append(location)
            for field in forgotten { field.forget(&run[run.count - 1]) }
        case .broken: try finishRun()
        case .visit, .region: break
        }
    }

    /// Writes what is left. The destination is the caller's to commit.
    public mutating func finish() throws(TrackError) {
        try finishRun()
        begin()
        encoder.end(&text)
        try flush()
    }

    private mutating func isDue(_ time: Timestamp) -> Bool {
        guard let every = options.every else { return true }
        if let lastKept {
            let passed = time.seconds(since: lastKept)
            // Half a millisecond is what rounding takes away.
            if passed >= 0, passed < every - 0.0005 { return false }
        }
        lastKept = time
        return true
    }

    private mutating func finishRun() throws(TrackError) {
        lastKept = nil
        guard !run.isEmpty else { return }
        try write(isLast: true)
        continues = false
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
            ExportRun(locations: locations, segment: segment, continues: continues, isLast: isLast), to: &text)
        continues = true
        if text.bytes.count >= Self.flushSize { try flush() }
    }

    private mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        encoder.begin(&text)
    }

    private mutating func flush() throws(TrackError) {
        try destination.write(text.bytes)
        text.removeAll()
    }
}
