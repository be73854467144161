import LocationModel
public import LocdProtocol
public import Phrasing

/// The status as text for a person: first a summary with remedies for any problems, then the details. No line is wider
/// than 80 columns.
public struct StatusText: Sendable {
    private let status: StatusReply
    private let clients: [ReportedClient]
    private let uses: [ReportedUse]
    private let users: [Int: String]
    let publishing: PublishReport?
    private let layout: TextLayout
    /// The width of the labels in columns, if there are any.
    static let indent = 11
    private let indent: Int
    private let format: DisplayFormat
    /// The maximum number of clients listed; the rest are counted.
    private static let maximumClients = 20

    /// Creates the text of a status.
    /// - Parameters:
    ///   - clients: The connected clients, if known.
    ///   - uses: Who uses the location, if known.
    ///   - users: The names of their users, by number.
    ///   - publishing: The sinks of locd-publish, if it runs.
    ///   - width: Columns of the terminal; a wider one than 80 is not filled.
    ///   - isColoured: Whether to use ANSI colours; only for a terminal.
    ///   - format: The format of times and figures.
    public init(
        _ status: StatusReply, clients: [ReportedClient] = [], uses: [ReportedUse] = [], users: [Int: String] = [:],
        publishing: PublishReport? = nil, width: Int = 80, isColoured: Bool = false,
        format: DisplayFormat = DisplayFormat()
    ) {
        self.init(
            status, clients: clients, uses: uses, users: users, publishing: publishing,
            layout: TextLayout(width: min(width, 80), isColoured: isColoured), indent: Self.indent, format: format)
    }

    /// Creates the text for any width; an indent of 0 omits the labels.
    init(
        _ status: StatusReply, clients: [ReportedClient] = [], uses: [ReportedUse] = [], users: [Int: String] = [:],
        publishing: PublishReport? = nil, layout: TextLayout, indent: Int, format: DisplayFormat
    ) {
        self.publishing = publishing
        self.format = format
        self.status = status
        self.clients = clients
        self.uses = uses
        self.users = users
        self.layout = layout
        self.indent = indent
    }

    /// The state of the receiver, in one sentence.
    public var receiverSummary: String { receiverSentence }

    /// All lines, each ended by a newline.
    public var text: String {
        (headline + [""] + details).map { $0 + "\n" }.joined()
    }

    /// The summary, with remedies for any problems.
    var headline: [String] {
        var lines: [String] = []
        if let integrity = status.integrity {
            let role = integrity.state == .notTrusted ? TextSegment.Role.bad : .warning
            let since = integrity.since.flatMap { Timestamp($0) }
            let words = since.map { ", since \(format.calendar.clock($0, withSeconds: true))" } ?? ""
            lines += layout.lines(label: mark(role), indent: 2, [TextSegment(integrity.summary + words, role)])
            lines += advice(detail: nil, remedy: integrity.remedy)
        }
        lines += layout.lines(label: mark(receiverRole), indent: 2, [TextSegment(receiverSentence, receiverRole)])
        lines += advice(detail: status.receiver.detail, remedy: status.receiver.remedy)
        if status.recorder.state == .failed {
            lines += layout.lines(label: mark(.bad), indent: 2, [TextSegment("Track not writable", .bad)])
            lines += advice(detail: status.recorder.detail, remedy: status.recorder.remedy)
        }
        for problem in status.problems {
            lines += layout.lines(label: mark(.warning), indent: 2, [TextSegment(problem, .warning)])
        }
        return lines
    }

    private func mark(_ role: TextSegment.Role) -> TextSegment {
        TextSegment(role == .good ? "●" : "!", role)
    }

    private func advice(detail: String?, remedy: String?) -> [String] {
        [detail, remedy].flatMap { sentence in
            sentence.map { layout.lines(label: nil, indent: 2, [TextSegment($0)]) } ?? []
        }
    }

    private var receiverRole: TextSegment.Role {
        if status.receiver.state.hasFix || status.isRestingWell { return .good }
        return switch status.receiver.state {
        case .opening, .noFix, .released: .warning
        default: .bad
        }
    }

    private var receiverSentence: String {
        let words = status.receiver.words
        if status.receiver.state.hasFix {
            let accuracy = status.horizontalAccuracy.map { " \(format.units.accuracy($0))" } ?? ""
            return words + accuracy + (status.locationAge.map { ", \(Wording.ago($0))" } ?? "")
        }
        let age = status.receiver.stateAge
        let duration = age < 1 ? "" : " for \(Wording.duration(age))"
        return words + duration + (status.locationAge.map { "; last fix \(Wording.ago($0))" } ?? " (no fix yet)")
    }

    private var details: [String] {
        receiverRow + row("", [status.receiver.refused.map { TextSegment("lately: \($0)", .warning) }]) + positionRow
            + row("", movement) + row("Fixes", fixes)
            + recorderRow + row("", [status.recorder.file.map { TextSegment($0) }])
            + row("", held) + row("", settings) + row("Compass", compass)
            + row("Beacons", beacons)
            + row("Steps", steps)
            + row("Time zone", [status.timeZone.map { TextSegment($0) }])
            + hookRows + publishRows + clientRows + row("Used by", UseText(uses, users: users).segments)
            + row("Daemon", daemon)
    }

    var receiverRow: [String] { row("Receiver", receiver) }
    /// The position, or why it is not shown.
    var positionRow: [String] { row("Position", position) }
    var recorderRow: [String] { row("Recorder", recorder) }

    func row(_ label: String, _ segments: [TextSegment?]) -> [String] {
        layout.lines(
            label: indent > 0 ? TextSegment(label, .label) : nil, indent: indent, segments.compactMap(\.self))
    }

    private var receiver: [TextSegment?] {
        let receiver = status.receiver
        return [
            TextSegment(receiver.source),
            receiver.device.map { TextSegment($0) },
            receiver.driver.map { TextSegment($0) },
            receiver.satellites.map { TextSegment($0) },
            receiver.state.hasFix ? TextSegment("\(receiver.words) for \(Wording.duration(receiver.stateAge))") : nil,
        ]
    }

    private var position: [TextSegment?] {
        guard let location = status.location?.location else {
            let health = [
                status.horizontalAccuracy.map { TextSegment(format.units.ratedAccuracy($0)) },
                status.locationAge.map { TextSegment(Wording.ago($0)) },
            ]
            guard status.locationAge != nil else { return [TextSegment("none yet")] }
            // A caller with access to coordinates lacks them only in a private region.
            return health + [
                TextSegment(
                    status.authorizationStatus.isAuthorized
                        ? "in a private region" : "coordinates only after locd client allow")
            ]
        }
        let accuracy = location.horizontalAccuracy.map { " \(format.units.ratedAccuracy($0))" } ?? ""
        return [
            TextSegment("\(location.coordinate.place())\(accuracy)"),
            TextSegment(format.calendar.text(location.timestamp)),
            location.isSimulated ? TextSegment("simulated", .warning) : nil,
        ]
    }

    private var movement: [TextSegment?] {
        guard let location = status.location?.location else { return [] }
        let spread = location.verticalAccuracy.map { " \(format.units.accuracy($0))" } ?? ""
        return [
            location.altitude.map { TextSegment("altitude \(format.units.length($0))\(spread)") },
            location.speed.map { TextSegment("speed \(format.units.speed($0))") },
            location.course.map { TextSegment("course \(Wording.course($0))") },
        ]
    }

    private var fixes: [TextSegment?] {
        let fixes = status.fixes
        let rejected = fixes.rejected.isEmpty ? "none rejected" : "rejected: \(Self.counts(fixes.rejected))"
        return [
            TextSegment("\(Words.grouped(fixes.accepted)) accepted"), TextSegment(rejected),
            fixes.altitudesRejected > 0
                ? TextSegment("\(Words.grouped(fixes.altitudesRejected)) without altitude") : nil,
        ]
    }

    private var recorder: [TextSegment?] {
        let recorder = status.recorder
        let isFailed = recorder.state == .failed
        guard recorder.state != .off else { return [TextSegment("off")] }
        return [
            TextSegment(
                recorder.words + (recorder.stateAge.map { " for \(Wording.duration($0))" } ?? ""),
                isFailed ? .bad : .plain),
            recorder.lines.map { TextSegment(Words.counted($0, "line")) },
            recorder.bytes.map { TextSegment(Words.size(Int64($0))) },
            recorder.lastSyncAge.map { TextSegment("synced \(Wording.ago($0))") },
            recorder.queued.flatMap { $0 > 0 ? TextSegment("\(Words.counted($0, "line")) queued") : nil },
            recorder.lost.flatMap { $0 > 0 ? TextSegment("\(Words.counted($0, "line")) lost", .bad) : nil },
        ]
    }

    private var beacons: [TextSegment?] {
        guard let beacons = status.beacons else { return [] }
        return [TextSegment(beacons.words, beacons.state == .absent ? .warning : .plain)]
    }

    private var compass: [TextSegment?] {
        guard let compass = status.compass else { return [] }
        return [
            TextSegment(compass.words, compass.state == .absent ? .warning : .plain),
            compass.magneticHeading.map { TextSegment("\(Wording.course($0)) magnetic") },
        ]
    }

    private var steps: [TextSegment?] {
        guard let steps = status.steps else { return [] }
        return [
            steps.numberOfSteps.map { TextSegment("\(Words.counted($0, "step")) since locd started") },
            TextSegment(steps.words, steps.state == .active || steps.reported != nil ? .plain : .warning),
            steps.reported.map { TextSegment("\($0) reported by other devices") },
        ]
    }

    private var held: [TextSegment?] {
        status.recorder.held.isEmpty ? [] : [TextSegment("held back: \(Self.counts(status.recorder.held))")]
    }

    private var settings: [TextSegment?] {
        guard let settings = status.recorder.settingsInForce else { return [] }
        return [
            TextSegment("in force: desiredAccuracy \(settings.desiredAccuracy)"),
            TextSegment("distanceFilter \(settings.distanceFilter.map { Wording.figure($0, "m") } ?? "none")"),
            settings.minimumInterval.map { TextSegment("minimumInterval \(Wording.figure($0, "s"))") },
            TextSegment(settings.words),
        ]
    }

    var clientRows: [String] {
        let rows = clients.prefix(Self.maximumClients).enumerated().flatMap { index, client in
            let text = ClientText(client, names: users)
            return row(index == 0 ? "Clients" : "", [text.name] + text.requests + text.progress)
        }
        let rest = clients.count - Self.maximumClients
        return rows + (rest > 0 ? row("", [TextSegment("and \(Words.grouped(rest)) more; --json shows all")]) : [])
    }

    private var hookRows: [String] {
        status.hooks.enumerated().flatMap { index, hook in
            let region = hook.region.map { " of \($0)" } ?? ""
            let failure = hook.failure.map { TextSegment("not delivered: \($0)", .warning) }
            return row(
                index == 0 ? "Hooks" : "",
                [
                    TextSegment("\(hook.on.joined(separator: ", "))\(region) → \(hook.to)"),
                    TextSegment("\(Words.grouped(hook.delivered)) delivered"),
                    hook.waiting > 0 ? TextSegment("\(Words.grouped(hook.waiting)) waiting", .warning) : nil,
                    hook.dropped > 0 ? TextSegment("\(Words.grouped(hook.dropped)) dropped", .warning) : nil,
                    hook.lastDeliveryAge.map { TextSegment("last \(Wording.ago($0))") }, failure,
                ])
        }
    }

    private var daemon: [TextSegment?] {
        [
            TextSegment("locd \(status.version)"), TextSegment("up \(Wording.duration(status.uptime))"),
            TextSegment(Words.counted(status.clients, "other client")),
        ]
    }

    /// Counts by name, the greatest first.
    private static func counts(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \(Words.grouped($0.value))" }.joined(separator: ", ")
    }
}

/// Formats figures for a person, in English and SI units.
enum Wording {
    /// How long something has lasted.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 1 else { return "less than 1 s" }
        return Words.duration(min(seconds, 999_999_999_999))
    }

    /// How long ago something was.
    static func ago(_ seconds: Double) -> String {
        seconds < 1 ? "just now" : "\(duration(seconds)) ago"
    }

    /// A setting and its unit, with as many decimals as needed, at most three: `10 m`, `2.5 s`.
    static func figure(_ value: Double, _ unit: String) -> String {
        "\(Figure.decimal(value, 3, isTrimmed: true)) \(unit)"
    }

    /// A course in whole degrees, 0 to 359: `12°`. A value that rounds to 360 becomes 0.
    static func course(_ degrees: Double) -> String {
        "\(Figure.decimal(degrees.rounded() == 360 ? 0 : degrees, 0))°"
    }
}
