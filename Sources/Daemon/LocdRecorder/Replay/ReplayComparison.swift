public import LocationModel
import LocationServices
public import LocdConfiguration
public import Receivers

/// Replays a recording under two configurations at once, and shows what the other one would have recorded instead.
///
/// It compares them fix by fix: events that both record at the same fix are common, the others are gained or lost.
public struct ReplayComparison: ~Copyable {
    /// The figures under the first configuration.
    public var base: ReplayTally { baseRecorder.tally }
    /// The figures under the other configuration.
    public var other: ReplayTally { otherRecorder.tally }
    /// The number of locations that only the other configuration records.
    public private(set) var locationsGained = 0
    /// The number of locations that only the first configuration records.
    public private(set) var locationsLost = 0
    /// The number of non-location events that only the other configuration records.
    public private(set) var eventsGained = 0
    /// The number of non-location events that only the first configuration records.
    public private(set) var eventsLost = 0

    /// The format of the recording.
    public var kind: RecordingKind { reader.kind }

    private var reader: RecordingReader
    private var baseRecorder: RecorderReplay
    private var otherRecorder: RecorderReplay
    private var lines = JSONLine()
    private var text: [UInt8] = []

    /// Opens a recording; see ``RecordingReplay``. `addsActivity` also compares motion activities.
    public init(
        path: String, kind: RecordingKind? = nil, date: CivilDate? = nil, base: Configuration, other: Configuration,
        regions: (base: [Region], other: [Region]) = ([], []), addsActivity: Bool = false
    ) throws(RecordingError) {
        self.init(
            try RecordingReader(path: path, kind: kind, date: date),
            RecorderReplay(base, regions: regions.base, addsActivity: addsActivity),
            RecorderReplay(other, regions: regions.other, addsActivity: addsActivity))
    }

    // Nothing may throw in it: Swift 6.2 destroys defaults twice then.
    private init(
        _ reader: consuming RecordingReader, _ base: consuming RecorderReplay, _ other: consuming RecorderReplay
    ) {
        self.reader = reader
        baseRecorder = base
        otherRecorder = other
    }

    /// The next non-location events that only one configuration records, a line each: `+ ` and the track line if it is
    /// the other one, `- ` and the track line if it is the first. `nil` at the end.
    ///
    /// If it throws, everything readable has been compared, and the next call returns `nil`.
    public mutating func next() throws(RecordingError) -> [UInt8]? {
        text.removeAll(keepingCapacity: true)
        while let batch = try reader.next() {
            for event in batch { compare(event) }
            if !text.isEmpty { return text }
        }
        return nil
    }

    private mutating func compare(_ event: ReceiverEvent) {
        baseRecorder.receive(event)
        otherRecorder.receive(event)
        let (one, two) = (baseRecorder.written, otherRecorder.written)
        guard one != two else { return }
        for event in one where !two.contains(event) {
            if case .location = event { locationsLost += 1 } else { eventsLost += 1 }
            note("- ", event)
        }
        for event in two where !one.contains(event) {
            if case .location = event { locationsGained += 1 } else { eventsGained += 1 }
            note("+ ", event)
        }
    }

    private mutating func note(_ sign: String, _ event: LocationEvent) {
        if case .location = event { return }
        lines.removeAll()
        lines.append(event)
        text.append(contentsOf: sign.utf8)
        text.append(contentsOf: lines.bytes)
    }

    /// A table of both configurations: a row per figure, the difference last.
    public func table(base baseName: String, other otherName: String) -> String {
        var rows = [["", baseName, otherName, "difference"]]
        func row(_ name: String, _ figure: KeyPath<ReplayTally, Int>) {
            let (one, two) = (base[keyPath: figure], other[keyPath: figure])
            rows.append([name, "\(one)", "\(two)", Self.signed("\(two - one)")])
        }
        row("lines", \.lines)
        row("locations", \.locations)
        rows.append([
            "metres", ReplayTally.tenths(base.metres), ReplayTally.tenths(other.metres),
            Self.signed(ReplayTally.tenths(other.metres - base.metres)),
        ])
        row("pauses", \.pauses)
        row("resumptions", \.resumptions)
        row("gaps", \.gaps)
        row("time resets", \.timeResets)
        row("visits", \.visits)
        row("region events", \.regionEvents)
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        var table = ""
        for row in rows {
            var line = row[0] + Self.blanks(widths[0] - row[0].count)
            for column in 1..<4 { line += "  " + Self.blanks(widths[column] - row[column].count) + row[column] }
            table += line + "\n"
        }
        return table + "locations: \(locationsGained) gained, \(locationsLost) lost; "
            + "other events: \(eventsGained) gained, \(eventsLost) lost\n"
    }

    private static func signed(_ number: String) -> String { number.hasPrefix("-") ? number : "+\(number)" }
    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
