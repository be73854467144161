public import LocationModel
import LocationServices

/// The figures of a replay.
public struct ReplayTally: Sendable, Hashable {
    /// Lines of the track, without its header.
    public private(set) var lines = 0
    /// Locations among them.
    public private(set) var locations = 0
    /// Metres along the WGS 84 geodesics from location to location; nothing is counted across a gap, a pause or a step
    /// back in time.
    public private(set) var metres = 0.0
    /// Pauses among the lines.
    public private(set) var pauses = 0
    /// Resumptions among the lines.
    public private(set) var resumptions = 0
    /// Gaps among the lines.
    public private(set) var gaps = 0
    /// Steps back in time among the lines.
    public private(set) var timeResets = 0
    /// Visits among the lines; arrival and departure count as one.
    public private(set) var visits = 0
    /// Entries, exits and first states of regions among the lines.
    public private(set) var regionEvents = 0
    /// Motion activities, which are not lines of the track; 0 unless requested.
    public private(set) var activities = 0
    /// Fixes that passed the gate.
    public private(set) var accepted = 0
    /// Fixes that the gate rejected, by reason.
    public private(set) var rejected: [RejectionReason: Int] = [:]
    /// Good locations that the recorder's filters dropped, by reason.
    public private(set) var held: [RejectionReason: Int] = [:]
    /// Locations whose implausible altitude was removed.
    public private(set) var altitudesRejected = 0

    private var last: Coordinate?
    private var lastVisit: Timestamp?

    /// Creates an empty tally.
    public init() {}

    /// All fixes received, good or not.
    public var fixes: Int { accepted + rejected.values.reduce(0, +) }

    mutating func add(_ event: LocationEvent) {
        if case .activity = event {
            activities += 1
            return
        }
        lines += 1
        switch event {
        case .location(let location):
            locations += 1
            guard location.integrity != .notTrusted else { break }
            if let last { metres += location.coordinate.distance(to: last) }
            last = location.coordinate
        case .pause:
            pauses += 1
            last = nil
        case .resume: resumptions += 1
        case .gap:
            gaps += 1
            last = nil
        case .timeReset:
            timeResets += 1
            last = nil
        case .visit(let visit):
            // Arrival and departure count as one visit. A visit is reported open first, unless a gap hid its end.
            if visit.since == nil || visit.since != lastVisit { visits += 1 }
            lastVisit = visit.since
        case .region: regionEvents += 1
        default: break
        }
    }

    mutating func take(_ replay: borrowing Replay) {
        accepted = replay.accepted
        rejected = replay.rejected
        held = replay.held
        altitudesRejected = replay.altitudesRejected
    }
}

extension ReplayTally: CustomStringConvertible {
    /// The figures in a few sentences.
    public var description: String {
        var parts = ["\(fixes) fix\(fixes == 1 ? "" : "es"), \(accepted) good"]
        if !rejected.isEmpty { parts.append("rejected: \(Self.words(rejected))") }
        if altitudesRejected > 0 { parts.append("without altitude, which was implausible: \(altitudesRejected)") }
        parts.append(
            "\(lines) line\(lines == 1 ? "" : "s"), \(locations) location\(locations == 1 ? "" : "s"), "
                + "\(Self.tenths(metres)) m")
        if visits > 0 { parts.append("\(visits) visit\(visits == 1 ? "" : "s")") }
        if regionEvents > 0 { parts.append("\(regionEvents) region event\(regionEvents == 1 ? "" : "s")") }
        if activities > 0 { parts.append("\(activities) activit\(activities == 1 ? "y" : "ies")") }
        if !held.isEmpty { parts.append("held back: \(Self.words(held))") }
        return parts.joined(separator: "; ")
    }

    private static func words(_ counts: [RejectionReason: Int]) -> String {
        counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    }

    static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
