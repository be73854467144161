import ArgumentParser
import LocationModel
import Phrasing
import TrackTools
import Tracks

/// `locd today`: the day in a few lines.
struct TodayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Show a day's trips and totals (default: today).",
        discussion: """
            Trips are those of locd track list --trips; locd track stats has all figures. Exits 66 if nothing was recorded.
            """)

    @Argument(help: "The day (default: today). Examples: yesterday, monday, 2026-11-21.")
    var day: [String] = []

    @Flag(help: "Print JSON lines: the figures of the day, then each trip.")
    var json = false

    @OptionGroup var privacy: TrackPrivacyOptions
    @OptionGroup var directory: TrackDirectoryOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        var selection = TrackSelectionOptions()
        selection.files = []
        selection.day = day.isEmpty ? "today" : day.joined(separator: " ")
        _ = try display.clock.phrase(selection.day ?? "")
        (selection.from, selection.to, selection.area, selection.trip) = (nil, nil, nil, nil)
        selection.skipMalformed = true
        selection.privacy = privacy
        selection.directory = directory
        selection.display = display
        let (calendar, units) = (display.calendar, display.unitSystem(directory.configuration.path))
        let walk = try TrackWalk(selection)
        // The longest day has 25 hours.
        if let from = walk.interval.from, let to = walk.interval.to, to.seconds(since: from) > 25 * 3600 {
            throw ValidationError("today shows one day; for several: locd track stats --by day --from TIME --to TIME")
        }
        var summary = DaySummary(in: walk.interval)
        try walk.steps(withContext: true) { (step) throws(TrackError) in
            summary.add(step)
        } finally: {
            summary.finish()
            let (statistics, trips) = (summary.statistics, summary.trips)
            if json { return try putLines(statistics, trips) }
            try Console.putText(Self.summary(statistics, trips.count, calendar, units))
            guard !trips.isEmpty else { return }
            try Console.putText("\n" + TripTable.text(trips, calendar, units, selection.towns))
        }
    }

    private static func summary(
        _ statistics: TrackStatistics, _ trips: Int, _ calendar: LocalCalendar, _ units: UnitSystem
    ) -> String {
        guard let first = statistics.first, let last = statistics.last else { return "" }
        var words = [
            units.roundDistance(statistics.distance), "\(Words.duration(statistics.movingTime)) moving",
            Words.counted(trips, "trip"), Words.counted(statistics.stopCount, "stop"),
        ]
        if let fastest = statistics.maximumSpeed { words.append("at most \(units.speed(fastest))") }
        let gaps = statistics.gapTime.values.reduce(0, +)
        if gaps >= 60 { words.append("\(Words.duration(gaps)) without a fix") }
        let day = calendar.day(of: first)
        let times = "\(calendar.clock(first, withSeconds: false)) to \(calendar.clock(last, withSeconds: false))"
        return "\(day), \(times): \(words.joined(separator: ", "))\n"
    }

    private func putLines(_ statistics: TrackStatistics, _ trips: [TrackTrip]) throws {
        var line = JSONLine()
        line.begin(type: "statistics")
        statistics.addMembers(to: &line, locations: statistics.locations, from: statistics.first)
        line.end()
        try Console.put(line)
        for (index, trip) in trips.enumerated() { try Console.put(TrackListCommand.line(trip, index + 1)) }
    }
}
