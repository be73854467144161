import LocationModel
import LocationServices
import Phrasing
import TrackTools
import Tracks

/// What a track file amounts to, and where it begins and ends.
struct FileSummary {
    private(set) var statistics = TrackStatistics()
    private var start: Coordinate?
    private var end: Coordinate?

    /// Reads a file; what is private counts as if it were not there. Of one that is damaged, what comes before the damage counts.
    init(_ path: String, hiding zones: PrivacyZones) throws {
        var privacy = PrivacyFilter(zones)
        var stepper = TrackStepper()
        var records = TrackRecords(files: [path])
        while let record = try? records.next() {
            let events: [TrackRecord] =
                if case .event(let event) = record { privacy.filter(event).map(TrackRecord.event) } else { [record] }
            for event in events {
                stepper.steps(of: event, in: records.piece) { step in
                    if case .location(let location) = step {
                        start = start ?? location.coordinate
                        end = location.coordinate
                    }
                    statistics.add(step)
                }
            }
        }
        statistics.finish()
    }

    /// The local days on which it was recorded; `nil` if it holds no location.
    func days(_ calendar: LocalCalendar) -> String? {
        guard let first = statistics.first, let last = statistics.last else { return nil }
        let (from, to) = (calendar.day(of: min(first, last)), calendar.day(of: max(first, last)))
        return from == to ? "\(from)" : "\(from) to \(to)"
    }

    /// From town to town.
    func way(_ towns: Towns) -> String {
        guard let start, let end else { return "" }
        return towns.way(from: start, to: end)
    }

    /// The figures for a line of JSON.
    func addMembers(to line: inout JSONLine) {
        line.member("locations", statistics.locations)
        if let first = statistics.first { line.member("from", first) }
        if let last = statistics.last { line.member("to", last) }
        line.member("distance", statistics.distance, decimals: 1)
        line.member("movingTime", statistics.movingTime, decimals: 1)
    }
}
