import LocationModel
import LocdProtocol
public import Phrasing

/// The screen of `locd watch`: a pure function of the state, the instant and the terminal size.
///
/// There are never more lines than rows, and no line is wider than the terminal. A small terminal omits the least
/// important lines; a tall one shows more satellites and clients.
public struct WatchScreen: Sendable {
    /// The remaining rows.
    private struct Rows {
        var left: Int

        /// Reserves rows for lines: for all of them or none, or for as many as fit.
        mutating func take(_ lines: [String], orSome mayBeCut: Bool = false) -> [String] {
            guard mayBeCut || lines.count <= left else { return [] }
            defer { left -= min(left, lines.count) }
            return Array(lines.prefix(left))
        }
    }

    /// The minimum number of columns for labels in front of the lines.
    private static let widthForLabels = 50
    private static let eventsShown = 3
    /// The number of satellite lines that take precedence over less important lines.
    private static let leastSky = 3
    /// The size of the trace in lines and columns.
    private static let trace = (least: 3, rows: 12, columns: 72)

    private let state: WatchState
    private let now: Duration
    private let size: TerminalSize
    private let layout: TextLayout
    private let indent: Int
    private let format: DisplayFormat

    /// Creates a screen.
    /// - Parameters:
    ///   - now: The current instant, by the same clock as the instants of the state.
    ///   - isColoured: Whether to use ANSI colours.
    ///   - format: The format of times and figures.
    public init(
        _ state: WatchState, at now: Duration, size: TerminalSize, isColoured: Bool = false,
        format: DisplayFormat = DisplayFormat()
    ) {
        self.format = format
        self.state = state
        self.now = now
        self.size = size
        layout = TextLayout(width: size.columns, isColoured: isColoured)
        indent = size.columns >= Self.widthForLabels ? StatusText.indent : 0
    }

    /// The output that draws lines over the whole terminal, from the top. Each row is cleared before it is written:
    /// after a line as wide as the terminal, the cursor is on its last character, and clearing from there would erase
    /// it.
    public static func frame(of lines: [String], rows: Int) -> String {
        // A terminal that shrinks while this is on its way would scroll at a line feed, and keep what leaves it as
        // history.
        let next = "\r\u{1B}[B"
        let text = lines.map { "\u{1B}[2K\($0)" }.joined(separator: next)
        let rest = lines.count < rows ? (lines.isEmpty ? "" : next) + "\u{1B}[J" : ""
        // When a terminal shrinks, it drops the rows below the cursor; tmux keeps those above it as history.
        return "\u{1B}[H\(text)\(rest)\u{1B}[H"
    }

    /// The lines, from the top.
    public var lines: [String] {
        guard let status = state.currentStatus(at: now) else {
            return Array(warning(state.loss ?? "Asking locd…").prefix(size.rows))
        }
        let text = StatusText(
            status, clients: state.clients, users: state.users, layout: layout, indent: indent, format: format)
        var rows = Rows(left: size.rows)
        // In the order of importance.
        let headline = rows.take(state.loss.map(warning) ?? text.headline, orSome: true)
        let position = rows.take(position(status))
        let accuracy = rows.take(accuracy(status))
        let motion = rows.take(motion(status))
        let recorder = rows.take(text.recorderRow)
        let rest = [text.clientRows, text.receiverRow, otherEvents, footer].map(\.count).reduce(0, +) + 2
        let room = max(rows.left - rest, min(rows.left, Self.leastSky))
        let sky = rows.take(SkyBars(state.satellites).lines(in: layout, at: size.columns, rows: room))
        let clients = rows.take(text.clientRows, orSome: true)
        let receiver = rows.take(text.receiverRow)
        let otherEvents = rows.take(otherEvents, orSome: true)
        let footer = rows.take(footer)
        // Including the empty line above it.
        let trace = rows.take(trace(status, rows: rows.left - (sky.isEmpty ? 0 : 1) - (footer.isEmpty ? 0 : 1) - 1))
        // In the order on the screen; the remaining rows separate satellites and footer.
        var lines = headline + receiver + position + accuracy + motion + recorder + clients + otherEvents
        for part in [sky, trace, footer] where !part.isEmpty { lines += rows.take([""]) + part }
        return lines
    }

    /// The track of the last minutes, as large as fits; empty while no location is available.
    private func trace(_ status: StatusReply, rows: Int) -> [String] {
        guard status.location != nil, rows > Self.trace.least else { return [] }
        let columns = min(size.columns - indent, Self.trace.columns)
        let (lines, metres) = BrailleTrace(state.trace).lines(
            columns: columns, rows: min(rows - 1, Self.trace.rows))
        guard let first = state.trace.first, let last = state.trace.last, !lines.isEmpty else { return [] }
        let seconds = last.timestamp.seconds(since: first.timestamp)
        let scale = metres < 10 ? Figure.decimal(metres, 1) : Figure.decimal(metres, 0)
        let words = row(
            "Trace",
            [
                TextSegment("last \(Wording.duration(seconds))"), TextSegment("north is up"),
                TextSegment("\(scale) m a character"),
            ])
        // A heading that does not fit on one line is omitted.
        guard words.count == 1 else { return [] }
        let margin = String(repeating: " ", count: indent)
        return words + lines.map { margin + layout.painted(TextSegment($0, .good)) }
    }

    private func warning(_ sentence: String) -> [String] {
        layout.lines(label: TextSegment("!", .bad), indent: 2, [TextSegment(sentence, .bad)])
    }

    private func row(_ label: String, _ segments: [TextSegment?]) -> [String] {
        layout.lines(
            label: indent > 0 ? TextSegment(label, .label) : nil, indent: indent, segments.compactMap(\.self))
    }

    private func position(_ status: StatusReply) -> [String] {
        guard let location = status.location?.location else {
            return StatusText(status, layout: layout, indent: indent, format: format).positionRow
        }
        return row(
            "Position",
            [
                TextSegment(location.coordinate.place()), TextSegment(format.calendar.text(location.timestamp)),
                location.isSimulated ? TextSegment("simulated", .warning) : nil,
            ])
    }

    private func accuracy(_ status: StatusReply) -> [String] {
        guard let location = status.location?.location else { return [] }
        return row(
            "Accuracy",
            [
                (location.horizontalAccuracy ?? status.horizontalAccuracy).map {
                    TextSegment(format.units.ratedAccuracy($0))
                },
                location.verticalAccuracy.map { TextSegment("altitude \(format.units.accuracy($0))") },
                location.speedAccuracy.map { TextSegment("speed ± \(format.units.speed($0))") },
                location.courseAccuracy.map { TextSegment("course ± \(Figure.decimal($0, 0))°") },
                location.hdop.map { TextSegment("hdop \(Figure.decimal($0, 1))") },
            ])
    }

    private func motion(_ status: StatusReply) -> [String] {
        guard let location = status.location?.location else { return heading.map { row("Motion", [$0]) } ?? [] }
        return row(
            "Motion",
            [
                location.speed.map { TextSegment(format.units.speed($0)) },
                location.course.map { TextSegment("course \(WatchWords.direction($0))") },
                heading,
                location.altitude.map { TextSegment("altitude \(format.units.length($0))") },
            ])
    }

    private var heading: TextSegment? {
        guard let heading = state.heading else { return nil }
        if let direction = heading.trueHeading { return TextSegment("heading \(WatchWords.direction(direction))") }
        return heading.magneticHeading.map { TextSegment("heading \(WatchWords.direction($0)) magnetic") }
    }

    private var otherEvents: [String] {
        state.otherEvents.prefix(Self.eventsShown).enumerated().flatMap { index, event in
            row(index == 0 ? "Events" : "", [TextSegment(WatchWords.sentence(for: event, format.calendar))])
        }
    }

    private var footer: [String] {
        let missed = state.missed > 0 ? "\(Words.grouped(state.missed)) missed: this terminal is slow" : nil
        return row("", [TextSegment("q quits", .label), missed.map { TextSegment($0, .warning) }])
    }
}

/// The size of a terminal in characters.
public struct TerminalSize: Sendable, Hashable {
    /// The default for a terminal that does not report its size.
    public static let usual = TerminalSize(columns: 80, rows: 24)

    /// Characters in a line, 1 or more.
    public let columns: Int
    /// Lines, 1 or more.
    public let rows: Int

    /// Creates a size; a value below 1, as terminals of unknown size report it, is replaced by that of ``usual``.
    public init(columns: Int, rows: Int) {
        self.columns = columns > 0 ? columns : 80
        self.rows = rows > 0 ? rows : 24
    }
}

/// The text of figures and events, for ``WatchScreen``.
enum WatchWords {
    /// `12° NNE`: degrees true and the nearest of sixteen points of the compass.
    static func direction(_ degrees: Double) -> String {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
        ]
        guard degrees.isFinite, abs(degrees) <= 360 else { return "?" }
        let turn = degrees < 0 ? degrees + 360 : degrees
        return "\(Int(rounding: turn) % 360)° \(points[Int(rounding: turn / 22.5) % points.count])"
    }

    /// The time of day and the text of an event: `06:00:00 entered home`.
    static func sentence(for event: LocationEvent, _ calendar: LocalCalendar) -> String {
        guard let timestamp = event.timestamp else { return words(for: event) }
        return "\(calendar.clock(timestamp, withSeconds: true)) \(words(for: event))"
    }

    private static func words(for event: LocationEvent) -> String {
        switch event {
        case .pause(let pause): "paused (\(pause.cause.rawValue))"
        case .resume(let resume): "resumed (\(resume.cause.rawValue))"
        case .gap(let gap): "no data for \(Wording.duration(gap.to.seconds(since: gap.from))) (\(gap.cause.rawValue))"
        case .timeReset(let reset):
            "the receiver corrected its time by \(Wording.duration(reset.previous.seconds(since: reset.timestamp)))"
        case .visit(let visit): visit.departureDate == nil ? "arrived at a place" : "left a place"
        case .region(let region): words(for: region)
        case .activity(let activity): activity.kind.rawValue
        case .steps(let steps): Words.counted(steps.numberOfSteps, "step")
        case .deferredUpdatesFinished: "deferral ended"
        case .authorization(let authorization): words(for: authorization)
        case .beacons(let ranged): "\(Words.counted(ranged.beacons.count, "beacon")) of \(ranged.constraint)"
        case .timeZone(let change): "time zone \(change.timeZone)"
        case .receiver(let change): change.state.rawValue
        case .integrity(let change): IntegrityWords.sentence(change.state, change.reasons)
        case .failure(let failure): [failure.error.rawValue, failure.region].compactMap(\.self).joined(separator: ": ")
        // Locations and headings are not listed as events; any other type without a text is shown by its name.
        default: event.kind.rawValue
        }
    }

    private static func words(for authorization: Authorization) -> String {
        let status = "this client is now \(authorization.status.rawValue)"
        return authorization.disclosure == .reduced ? "\(status), with reduced accuracy" : status
    }

    private static func words(for region: RegionEvent) -> String {
        switch (region.cause, region.state) {
        case (.crossed, .inside): "entered \(region.identifier)"
        case (.crossed, .outside): "left \(region.identifier)"
        default: "\(region.state.rawValue) \(region.identifier)"
        }
    }
}
