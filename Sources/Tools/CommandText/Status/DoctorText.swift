public import LocdProtocol
import Phrasing

/// The doctor's report as text for a person: first the result, then each check with its remedy. No line is wider than
/// 80 columns.
public struct DoctorText: Sendable {
    private let report: DoctorReport
    private let layout: TextLayout
    private static let indent = 21

    /// Creates the text of a report.
    /// - Parameters:
    ///   - isColoured: Whether to use ANSI colours; only for a terminal.
    public init(_ report: DoctorReport, isColoured: Bool = false) {
        self.report = report
        layout = TextLayout(width: 80, isColoured: isColoured)
    }

    /// All lines, each ended by a newline.
    public var text: String {
        (headline + [""] + report.checks.flatMap(lines)).map { $0 + "\n" }.joined()
    }

    private var headline: [String] {
        let failures = report.failures.count
        let warnings = report.checks.count { $0.outcome == .warning }
        let role: TextSegment.Role = failures > 0 ? .bad : warnings > 0 ? .warning : .good
        let words =
            if failures > 0 {
                "Recording cannot work: \(Words.counted(failures, "problem"))"
            } else if warnings > 0 {
                "Recording can work; \(Words.counted(warnings, "warning"))"
            } else {
                "Recording can work"
            }
        return layout.lines(
            label: TextSegment(role == .good ? "●" : "!", role), indent: 2,
            [TextSegment(words, role), report.source.map { TextSegment($0) }].compactMap(\.self))
    }

    private func lines(_ check: DoctorCheck) -> [String] {
        let (mark, role): (String, TextSegment.Role) =
            switch check.outcome {
            case .ok: ("ok", .label)
            case .warning: ("!", .warning)
            case .failure: ("✗", .bad)
            case .notApplicable: ("–", .label)
            }
        let space = String(repeating: " ", count: max(1, 3 - TextSegment.width(of: mark)))
        var lines = layout.lines(
            label: TextSegment("\(mark)\(space)\(check.name.title)", role), indent: Self.indent,
            [TextSegment(check.sentence)])
        if let remedy = check.remedy {
            lines += layout.lines(
                label: nil, indent: Self.indent, [TextSegment("→ \(remedy)", role == .label ? .plain : role)])
        }
        return lines
    }
}

extension DoctorCheck.Name {
    /// The title of the check for a person, in at most 17 columns.
    var title: String {
        switch self {
        case .configuration: "configuration"
        case .daemon: "locd"
        case .recorder: "recorder"
        case .trackDirectory: "track directory"
        case .trackSpace: "space for tracks"
        case .stateDirectory: "state directory"
        case .gpsdInstalled: "gpsd installed"
        case .gpsdSocket: "gpsd.socket"
        case .gpsdOptions: "gpsd's options"
        case .gpsdReachable: "gpsd answers"
        case .gpsdVersion: "gpsd's version"
        case .gpsdAccess: "gpsd's port"
        case .gpsdDevices: "gpsd's devices"
        case .device: "device"
        case .permission: "permission"
        case .holder: "device's holders"
        case .modemManager: "ModemManager"
        case .brltty: "brltty"
        case .sentences: "sentences"
        case .fix: "fix"
        case .clock: "system clock"
        case .geocoder: "geocoder"
        case .sharing: "sharing"
        case .compass: "compass"
        case .beacons: "beacons"
        case .steps: "steps"
        }
    }
}
