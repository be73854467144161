import ArgumentParser
import LocationModel
import LocdClient
import TrackTools
import Tracks

/// `locd track stats`: what it amounts to.
struct TrackStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Distance, moving time, stops, speeds, climb and gaps.",
        discussion: """
            Distances are those of the WGS 84 ellipsoid. Drift around a stop is no distance; --no-hold counts every metre. \
            A stop is 10 s below 0.5 m/s. Without --from, --to, --day and files: today's track.
            """)

    @OptionGroup var selection: TrackSelectionOptions

    @Flag(inversion: .prefixedNo, help: "Hold the position at stops.")
    var hold = true

    @Flag(help: "Print JSON lines: the statistics, then each stop and each gap.")
    var json = false

    func run() throws {
        var selection = selection
        selection.beToday()
        var statistics = TrackStatistics(holdsPosition: hold)
        try TrackWalk(selection).steps { (step) throws(TrackError) in
            statistics.add(step)
        } finally: {
            statistics.finish()
            if json { try Console.put(statistics.json) } else { try Console.put(statistics.text) }
        }
    }
}

extension TrackStatistics {
    /// A line of figures, a line for each stop, and one for each gap.
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.begin(type: "statistics")
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
        line.member("climb", climb, decimals: 1)
        line.member("descent", descent, decimals: 1)
        line.member("lowestAltitude", lowestAltitude, decimals: 1)
        line.member("highestAltitude", highestAltitude, decimals: 1)
        line.member("gaps", gapCount)
        line.member("gapTime", gapTime.values.reduce(0, +), decimals: 1)
        line.member("timeResets", timeResets)
        line.member("lostLines", lostLines)
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

    /// The same for a person; of stops and gaps the first twenty.
    fileprivate var text: String {
        var lines: [String] = []
        func row(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append(name + String(repeating: " ", count: max(22 - name.count, 1)) + value)
        }
        row("locations", "\(locations)")
        row("from", first?.description)
        row("to", last?.description)
        row("distance", Wording.metres(distance))
        if distanceAcrossBreaks > 0 {
            row("distance with gaps", Wording.metres(distance + distanceAcrossBreaks))
        }
        row("moving", Wording.duration(movingTime))
        row("stopped", "\(Wording.duration(stoppedTime)), \(stopCount) \(stopCount == 1 ? "stop" : "stops")")
        row("average speed", averageSpeed.map(Wording.speed))
        row("maximum speed", maximumSpeed.map(Wording.speed))
        row("climb, descent", climb.flatMap { up in descent.map { "\(Wording.metres(up)), \(Wording.metres($0))" } })
        row(
            "altitude",
            lowestAltitude.flatMap { low in highestAltitude.map { "\(Wording.metres(low)) to \(Wording.metres($0))" } })
        for (cause, seconds) in gapTime.sorted(by: { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }) {
            row("gaps, \(cause.rawValue)", Wording.duration(seconds))
        }
        if timeResets > 0 { row("time corrected", "\(timeResets) times") }
        if lostLines > 0 { row("lost lines", "\(lostLines)") }
        for stop in stops.prefix(20) {
            row("stop", "\(stop.from), \(Wording.duration(stop.duration)), \(Wording.place(stop.place))")
        }
        for hole in gaps.prefix(20) {
            let length = hole.gap.to.seconds(since: hole.gap.from)
            let distance = hole.distance.map { ", \(Wording.metres($0))" } ?? ""
            row("gap", "\(hole.gap.from), \(Wording.duration(length)), \(hole.gap.cause.rawValue)\(distance)")
        }
        let more = stops.dropFirst(20).count + gaps.dropFirst(20).count
        if more > 0 { lines.append("(\(more) more stops and gaps with --json)") }
        return lines.joined(separator: "\n") + "\n"
    }
}
