import LocationModel
import LocdProtocol
import Phrasing

/// The result for a fix, as the rest of a sentence that begins with its time.
struct OutcomeWords {
    let sentence: String

    init(_ fix: ReportedOutcome) {
        switch fix.outcome {
        case .recorded: sentence = "recorded" + (fix.measured.map { ", \(UnitSystem.metric.accuracy($0))" } ?? "")
        case .withheld: sentence = "not recorded: \(Self.withheld(fix))"
        case .rejected: sentence = "not usable: \(Self.rejected(fix))"
        case .outage: sentence = "no fix: \(Self.outage(fix))"
        }
    }

    private static func withheld(_ fix: ReportedOutcome) -> String {
        let limit = fix.limit
        return switch fix.reason.flatMap(RejectionReason.init(rawValue:)) {
        case .inaccurate:
            "accurate to \(metres(fix.measured)), maximumHorizontalAccuracy is \(metres(limit))"
        case .tooOld: "\(seconds(fix.measured)) old on arrival, maximumAge is \(seconds(limit))"
        case .tooFast:
            fix.measured.map { "implies \(speed($0)), maximumSpeed is \(speed(limit))" }
                ?? "too far from the previous location for the time between; maximumSpeed is \(speed(limit))"
        case .distanceFilter:
            "\(metres(fix.measured)) from the last recorded location, distanceFilter is \(metres(limit))"
        case .minimumInterval:
            "\(seconds(fix.measured)) after the last recorded location, minimumInterval is \(seconds(limit))"
        case .notTrusted: "the position is not trusted, and recorder.recordsUntrusted is off"
        case .stationary:
            "standing still" + (fix.measured.map { " (\(metres($0)) from the parked position)" } ?? "")
        case .paused:
            "recording paused, standing still (\(metres(fix.measured)) from the parked position, "
                + "resumes beyond \(metres(limit)))"
        default: unknown(fix)
        }
    }

    private static func rejected(_ fix: ReportedOutcome) -> String {
        switch fix.reason.flatMap(RejectionReason.init(rawValue:)) {
        case .noFix: "the receiver had no fix"
        case .invalidCoordinate: "invalid coordinates"
        case .nullIsland: "latitude and longitude are exactly 0"
        case .noTime: "no time from the receiver"
        case .timeBackwards:
            fix.measured.map { "\(seconds($0)) earlier than the previous fix" } ?? "earlier than the previous fix"
        case .timeForwards:
            "\(days(fix.measured)) later than the previous fix"
        case .duplicate: "same time as the previous fix"
        case .frozen:
            "the position stood still while the receiver reported \(speed(fix.measured))"
        default: unknown(fix)
        }
    }

    private static func outage(_ fix: ReportedOutcome) -> String {
        switch fix.reason.flatMap(OutageCause.init(rawValue:)) {
        case .noGPSD: "gpsd could not be reached"
        case .noDevice: "gpsd had no receiver"
        case .unplugged: "the receiver was unplugged"
        case .permissionDenied: "no permission to open the receiver's device"
        case .busy: "another program held the receiver"
        case .deviceError: "the receiver's device could not be read"
        case .unreadable: "the receiver sent data, but none that locd can use: locd status and locd doctor say why"
        case .silent: "the receiver sent no data"
        case .noFix: "the receiver had no fix"
        case .rejected: "all positions were rejected"
        case .notTrusted: "the positions were not trusted"
        case .inaccurate: "the positions were too inaccurate"
        case .released: "the receiver was released to save power"
        case .restart: "locd did not run"
        case .endOfRecording: "the recording had ended"
        case .privateRegion: "in a private region"
        case nil: unknown(fix)
        }
    }

    /// The daemon's own word for a reason that this client does not know, for example from a newer daemon.
    private static func unknown(_ fix: ReportedOutcome) -> String {
        TextSegment(fix.reason ?? "no reason given").text
    }

    private static func metres(_ value: Double?) -> String { figure(value, "m") }
    private static func seconds(_ value: Double?) -> String { figure(value, "s") }
    /// A number of days, in years if there are many.
    private static func days(_ value: Double?) -> String {
        let days = value.map { $0 / 86_400 }
        guard let days, days > 366 else { return figure(days, "days") }
        return figure(days / 365.2425, "years")
    }
    private static func speed(_ value: Double?) -> String { figure(value, "m/s") }

    private static func figure(_ value: Double?, _ unit: String) -> String {
        value.map { "\(Figure.decimal($0, abs($0) < 1000 ? 1 : 0, isTrimmed: true)) \(unit)" }
            ?? "an unknown number of \(unit)"
    }
}
