import LocationModel
import LocationServices

/// Positions by time, as they come out of the gate with all filters off.
struct CorpusFixes {
    /// What distinguishes two of them.
    struct Differences: CustomStringConvertible {
        var missing: [Timestamp] = []
        var unexpected: [Timestamp] = []
        var elsewhere: [Timestamp] = []

        var isEmpty: Bool { missing.isEmpty && unexpected.isEmpty && elsewhere.isEmpty }
        var count: Int { missing.count + unexpected.count + elsewhere.count }

        var description: String {
            func list(_ times: [Timestamp]) -> String {
                times.sorted().prefix(5).map(\.description).joined(separator: " ") + (times.count > 5 ? " …" : "")
            }
            return [("missing", missing), ("unexpected", unexpected), ("elsewhere", elsewhere)].filter { !$1.isEmpty }
                .map { "\($1.count) \($0): \(list($1))" }.joined(separator: "; ")
        }
    }

    private(set) var places: [Timestamp: Coordinate] = [:]
    /// What the gate refused of what claims to be a fix, by reason.
    private(set) var refused: [RejectionReason: Int] = [:]

    /// Passes fixes through a gate of their own.
    init(_ fixes: some Sequence<Fix>) {
        var gate = FixGate()
        for fix in fixes {
            switch gate.judge(fix) {
            case .accepted(let location, _): places[location.timestamp] = location.coordinate
            case .rejected(.noFix): break
            case .rejected(let reason): refused[reason, default: 0] += 1
            }
        }
    }

    /// gpsd adds 1024 weeks to old dates, and a serial receiver's are moved near the present.
    static let round: Int64 = 1024 * 7 * 86_400_000

    /// The same with all times within the first 1024 weeks of 1970.
    var withinOneRound: CorpusFixes {
        var result = self
        result.places = [:]
        for (time, place) in places {
            guard let moved = Timestamp(milliseconds: time.milliseconds % Self.round) else { continue }
            result.places[moved] = place
        }
        return result
    }

    /// What of the expected is missing, or differs by more than so many degrees, and what is too much.
    func differences(from expected: CorpusFixes, tolerance: Double) -> Differences {
        var differences = Differences()
        for (time, place) in expected.places {
            guard let found = places[time] else {
                differences.missing.append(time)
                continue
            }
            let isNear =
                abs(found.latitude - place.latitude) <= tolerance && abs(found.longitude - place.longitude) <= tolerance
            if !isNear { differences.elsewhere.append(time) }
        }
        differences.unexpected = places.keys.filter { expected.places[$0] == nil }
        return differences
    }
}
