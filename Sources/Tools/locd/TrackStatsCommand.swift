import ArgumentParser
import LocationModel
import Phrasing
import TrackTools
import Tracks

/// `locd track stats`: what it amounts to.
struct TrackStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Measure distance, moving time, stops, speeds, climb and gaps.",
        discussion: """
            Distances follow the WGS 84 ellipsoid. Drift around a stop adds no distance; --no-hold counts every \
            metre. \
            A stop is 10 s below 0.5 m/s. Without --from, --to, --day and files: today's track.
            """)

    @OptionGroup var selection: TrackSelectionOptions

    @Option(help: ArgumentHelp("Add up by day, week (from Monday) or month.", valueName: "period"))
    var by: CalendarPeriod?

    @Flag(inversion: .prefixedNo, help: "Ignore drift at stops.")
    var hold = true

    @Flag(help: "Print JSON lines: the statistics, then each stop and each gap; with --by a line for each period.")
    var json = false

    func run() throws {
        var selection = selection
        if by == nil { selection.beToday() }
        if let by { return try run(by: by, selection) }
        let walk = try TrackWalk(selection)
        var statistics = TrackStatistics(holdsPosition: hold, in: walk.interval)
        try walk.steps(withContext: true) { (step) throws(TrackError) in
            statistics.add(step)
        } finally: {
            statistics.finish()
            if json {
                try Console.put(statistics.json)
            } else {
                try Console.putText(statistics.text(selection.display.calendar, selection.units))
            }
        }
    }

    private func run(by period: CalendarPeriod, _ selection: TrackSelectionOptions) throws {
        let (calendar, units) = (selection.display.calendar, selection.units)
        let walk = try TrackWalk(selection)
        // The context of the range is divided from it.
        var periods = PeriodStatistics(holdsPosition: hold) { [range = walk.interval] moment in
            var bounds = period.bounds(holding: moment, in: calendar)
            for edge in [range.from, range.to].compactMap(\.self) {
                if edge > moment { bounds.to = min(bounds.to, edge) } else { bounds.from = max(bounds.from, edge) }
            }
            return TrackInterval(from: bounds.from, to: bounds.to)
        }
        var rows: [[String]] = []
        var lines = JSONLine()
        func take(_ done: PeriodStatistics.Period) {
            guard let from = done.interval.from, walk.interval.contains(from) else { return }
            let name = period.name(from: period.first(holding: calendar.day(of: from)))
            let statistics = done.statistics
            if json {
                lines.begin(type: "statistics")
                lines.member("period", name)
                statistics.addMembers(to: &lines, locations: done.locations, from: done.first)
                lines.end()
            } else {
                rows.append([
                    name, units.roundDistance(statistics.distance), Words.duration(statistics.movingTime),
                    Words.duration(statistics.stoppedTime), Words.counted(statistics.stopCount, "stop"),
                    statistics.maximumSpeed.map(units.speed) ?? "-",
                    Words.duration(statistics.gapTime.values.reduce(0, +)),
                    statistics.steps.numberOfSteps.map(Words.grouped) ?? "-",
                ])
            }
        }
        try walk.steps(withContext: true) { (step) throws(TrackError) in
            periods.add(step).forEach(take)
        } finally: {
            periods.finish().forEach(take)
            guard !json else { return try Console.put(lines) }
            let names = [
                period.rawValue.uppercased(), "DISTANCE", "MOVING", "STOPPED", "STOPS", "FASTEST", "GAPS", "STEPS",
            ]
            // A machine that counts no steps has no column for them.
            let count = rows.contains { $0.last != "-" } ? names.count : names.count - 1
            try Console.putText(
                Columns.text(([names] + rows).map { Array($0.prefix(count)) }, alignedRight: Set(1..<count)))
        }
    }
}

extension TrackStatistics {
    /// A line of figures, a line for each stop, and one for each gap.
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.begin(type: "statistics")
        addMembers(to: &line, locations: locations, from: first)
        line.end()
        for stop in stops {
            line.begin(type: "stop")
            line.member("from", stop.from)
            line.member("to", stop.to)
            line.member("duration", stop.duration, decimals: 1)
            line.member("latitude", stop.place.latitude, decimals: 7)
            line.member("longitude", stop.place.longitude, decimals: 7)
            line.end()
        }
        for hole in gaps {
            line.begin(type: "gap")
            line.member("from", hole.gap.from)
            line.member("to", hole.gap.to)
            line.member("cause", hole.gap.cause.rawValue)
            line.member("distance", hole.distance, decimals: 1)
            line.end()
        }
        return line
    }

    /// The figures; the number of locations and the first of them are those of a period, if it has begun on the way.
    func addMembers(to line: inout JSONLine, locations: Int, from first: Timestamp?) {
        line.member("locations", locations)
        if let first { line.member("from", first) }
        if let last { line.member("to", last) }
        line.member("distance", distance, decimals: 3)
        line.member("distanceWithGaps", distance + distanceAcrossBreaks, decimals: 3)
        line.member("movingTime", movingTime, decimals: 1)
        line.member("stoppedTime", stoppedTime, decimals: 1)
        line.member("stops", stopCount)
        line.member("averageSpeed", averageSpeed, decimals: 2)
        line.member("maximumSpeed", maximumSpeed, decimals: 2)
        line.member("numberOfSteps", steps.numberOfSteps)
        line.member("floorsAscended", steps.floorsAscended)
        line.member("floorsDescended", steps.floorsDescended)
        line.member("climb", climb, decimals: 1)
        line.member("descent", descent, decimals: 1)
        line.member("climbResolution", climbResolution, decimals: 1)
        line.member("lowestAltitude", lowestAltitude, decimals: 1)
        line.member("highestAltitude", highestAltitude, decimals: 1)
        line.member("gaps", gapCount)
        line.member("gapTime", gapTime.values.reduce(0, +), decimals: 1)
        line.member("timeResets", timeResets)
        line.member("lostLines", lostLines)
    }

    /// Metres up and down. Where none is counted, how much the noise of the altitudes hides.
    private func climbText(_ units: UnitSystem) -> String? {
        guard let climb, let descent, let climbResolution else { return nil }
        let noise = climb == 0 || descent == 0 ? " (less than \(units.length(climbResolution)) is noise here)" : ""
        return "\(units.length(climb)), \(units.length(descent))\(noise)"
    }

    /// The same for a person; of stops and gaps the first twenty.
    fileprivate func text(_ calendar: LocalCalendar, _ units: UnitSystem) -> String {
        var lines: [String] = []
        func row(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append(name + String(repeating: " ", count: max(22 - name.count, 1)) + value)
        }
        row("locations", Words.grouped(locations))
        row("from", first.map(calendar.text))
        row("to", last.map(calendar.text))
        row("distance", units.distance(distance))
        if distanceAcrossBreaks > 0 {
            row("distance with gaps", units.distance(distance + distanceAcrossBreaks))
        }
        row("moving", Words.duration(movingTime))
        row("stopped", "\(Words.duration(stoppedTime)), \(Words.counted(stopCount, "stop"))")
        row("average speed", averageSpeed.map(units.speed))
        row("maximum speed", maximumSpeed.map(units.speed))
        row("steps", steps.numberOfSteps.map(Words.grouped))
        row("climb, descent", climbText(units))
        row(
            "altitude",
            lowestAltitude.flatMap { low in highestAltitude.map { "\(units.length(low)) to \(units.length($0))" } })
        for (cause, seconds) in gapTime.sorted(by: { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }) {
            row("gaps, \(cause.rawValue)", Words.duration(seconds))
        }
        if timeResets > 0 { row("time corrected", Words.counted(timeResets, "time")) }
        if lostLines > 0 { row("lost lines", Words.grouped(lostLines)) }
        for stop in stops.prefix(20) {
            row("stop", "\(calendar.text(stop.from)), \(Words.duration(stop.duration)), \(stop.place.place())")
        }
        for hole in gaps.prefix(20) {
            let length = hole.gap.to.seconds(since: hole.gap.from)
            let distance = hole.distance.map { ", \(units.distance($0))" } ?? ""
            row(
                "gap",
                "\(calendar.text(hole.gap.from)), \(Words.duration(length)), \(hole.gap.cause.rawValue)\(distance)")
        }
        let more = stops.dropFirst(20).count + gaps.dropFirst(20).count
        if more > 0 {
            lines.append(
                "(\(Words.counted(more, "more stop or gap", plural: "more stops and gaps")); --json prints all)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
