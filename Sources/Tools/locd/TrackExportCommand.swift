import ArgumentParser
import Glibc
import LocationModel
import LocdProtocol
import Motion
import Phrasing
import TrackTools
import Tracks

/// `locd track export`: the track in another format.
struct TrackExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the track as GPX, KML, GeoJSON, CSV or NMEA.",
        discussion: """
            The output goes to standard output, or to a file that appears only when it is complete. If a line of the \
            track is malformed, no file is written, unless you use --skip-malformed. Locations are thinned (--every), then \
            smoothed (--smooth), then simplified (--simplify); nothing is drawn across gaps.
            Without --from, --to, --day and files: today's track.
            """)

    @OptionGroup var selection: TrackSelectionOptions

    @Option(
        help: ArgumentHelp(
            "\(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")) (default: by the output's name).",
            valueName: "format"))
    var format: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("Simplify: omit points within this distance of the line, in metres.", valueName: "metres"))
    var simplify: Double?

    @Option(
        help: ArgumentHelp("\(TrackSmoothing.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
    var smooth: String?

    @Option(help: ArgumentHelp("Limit to one location per interval, in seconds.", valueName: "seconds"))
    var every: Double?

    @Option(
        help: ArgumentHelp(
            "Columns, separated by commas: \(TrackField.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "names"
        ))
    var fields: String?

    @Option(help: ArgumentHelp("Name of the track in GPX and KML.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "In GPX and KML: day for a track of each day, one for a single track.", valueName: "day|one"))
    var tracks = "day"

    @Flag(help: "Leave out visits, stops and crossings of regions in GPX and KML.")
    var noMarks = false

    mutating func validate() throws {
        guard ["day", "one"].contains(tracks) else { throw ValidationError("--tracks is day or one") }
        _ = try exportFormat()
        _ = try options()
    }

    func run() throws {
        var selection = selection
        selection.beToday()
        let walk = try TrackWalk(selection)
        let destination = try Console.writing { () throws(TrackError) in
            if let output, output != "-" { try ExportDestination(path: output) } else { Self.stdout }
        }
        let calendar = selection.display.calendar
        let day: @Sendable (Timestamp) -> String = { "\(calendar.day(of: $0))" }
        var exporter = TrackExporter(
            try exportFormat(), options: try options(), to: destination, day: tracks == "day" ? day : nil)
        try walk.steps { (step) throws(TrackError) in
            try exporter.add(step)
        } finally: {
            try Console.writing { () throws(TrackError) in try exporter.finish() }
        }
        // Not where lines were malformed: what stood in the file is as good as what can be had now, or better.
        try Console.writing { () throws(TrackError) in try destination.commit() }
        if let output, output != "-" {
            Console.say(
                "Wrote \(Words.grouped(exporter.locationsWritten)) of "
                    + "\(Words.counted(exporter.locationsRead, "location")) to \(output)")
        }
    }

    private func exportFormat() throws -> ExportFormat {
        if let format {
            guard let known = ExportFormat(rawValue: format.lowercased()) else {
                let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--format must be one of \(names)")
            }
            return known
        }
        guard let known = output.flatMap({ ExportFormat(fileName: $0) }) else {
            throw ValidationError(
                "choose a format with --format, or name the output *.gpx, *.kml, *.geojson, *.geojsonseq, *.csv or *.nmea"
            )
        }
        return known
    }

    private func options() throws -> ExportOptions {
        var options = ExportOptions()
        options.creator = "locd \(LocdRelease.version)"
        options.title = name ?? "locd"
        options.hasMarks = !noMarks
        if let simplify {
            guard simplify > 0, simplify <= 1_000_000 else {
                throw ValidationError("--simplify must be above 0 and at most 1000000 metres")
            }
            options.tolerance = simplify
        }
        if let every {
            guard every > 0, every.isFinite else { throw ValidationError("--every must be above 0 seconds") }
            options.every = every
        }
        if let smooth {
            guard let kind = TrackSmoothing(rawValue: smooth) else {
                let names = TrackSmoothing.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--smooth must be one of \(names)")
            }
            options.smoothing = kind
        }
        if let fields {
            let names = try fields.split(separator: ",").map { word in
                let name = word.filter { $0 != " " }
                guard let field = TrackField(rawValue: String(name)) else {
                    throw ValidationError("--fields: unknown field \(name)")
                }
                return field
            }
            guard !names.isEmpty, Set(names).count == names.count else {
                throw ValidationError("--fields needs one name or more, each once")
            }
            options.fields = names
        }
        return options
    }
}

extension ParsableCommand {
    /// Standard output, for more than a line.
    static var stdout: ExportDestination {
        signal(SIGPIPE, SIG_IGN)
        return ExportDestination(descriptor: STDOUT_FILENO, name: "standard output")
    }
}
