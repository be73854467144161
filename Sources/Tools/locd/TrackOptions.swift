import ArgumentParser
import CommandText
import LocationModel
import LocdConfiguration
import Phrasing
import TrackTools
import Tracks

struct TrackDirectoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The track directory (default: that of the daemon that LOCD_SOCKET names, otherwise tracks.directory of the configuration).",
            valueName: "path"))
    var directory: String?

    @OptionGroup var configuration: ConfigCommand.FileOptions

    /// The directory that is given, or the one of the configuration.
    func path() throws -> String {
        try directory ?? configuration.ofTrack().tracks.directory
    }
}

/// Which part of the track is meant.
struct TrackSelectionOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Track files, plain or compressed, instead of the directory; -: standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: ArgumentHelp("Start at this time.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("End at this time; a day, month or minute is included completely.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("Select one day, from midnight to midnight.", valueName: "time"))
    var day: String?

    @Option(
        help: ArgumentHelp(
            "Limit to an area: SOUTH,WEST,NORTH,EAST in degrees, or PLACE,RADIUS (m).", valueName: "area"))
    var area: String?

    @Option(help: ArgumentHelp("Select one trip, by its number in locd track list --trips.", valueName: "n"))
    var trip: Int?

    @Flag(help: "Skip malformed lines.")
    var skipMalformed = false

    @OptionGroup var privacy: TrackPrivacyOptions
    @OptionGroup var directory: TrackDirectoryOptions
    @OptionGroup var display: DisplayOptions

    /// The units of figures for people.
    var units: UnitSystem { display.unitSystem(directory.configuration.path) }

    /// The towns of the configured place table.
    var towns: Towns { Towns(table: (try? directory.configuration.ofTrack())?.geocoder.table) }

    mutating func validate() throws {
        if day != nil, from != nil || to != nil { throw ValidationError("--day excludes --from and --to") }
        if let area, TrackArea(area) == nil {
            throw ValidationError(
                "--area must be SOUTH,WEST,NORTH,EAST in degrees, or PLACE,RADIUS in metres: -36.8485,174.7633,500")
        }
        if let trip, trip < 1 { throw ValidationError("--trip must be 1 or more") }
    }

    /// Whether any stretch of time is given.
    var hasRange: Bool { from != nil || to != nil || day != nil }

    /// Where nothing is said about files and times, today is meant.
    mutating func beToday() {
        if files.isEmpty, !hasRange { day = "today" }
    }

    /// What may lie where, as asked for.
    func stepper(in interval: TrackInterval) -> TrackStepper {
        TrackStepper(area: area.flatMap { TrackArea($0) }, in: interval)
    }

    func privacyZones() throws -> PrivacyZones { try privacy.zones(directory.configuration) }

    /// The stretch of time that is asked for.
    func interval() throws -> TrackInterval {
        if let day {
            let phrase = try display.clock.phrase(day, "--day")
            let calendar = display.calendar
            let date = calendar.day(of: phrase.start)
            // Several days, or a day of another zone, are what they are.
            guard phrase.end <= calendar.end(of: date), phrase.start >= calendar.start(of: date) else {
                return TrackInterval(from: phrase.start, to: phrase.end)
            }
            let isLong = phrase.end.seconds(since: phrase.start) >= 82_800
            return isLong
                ? TrackInterval(from: phrase.start, to: phrase.end)
                : TrackInterval(from: calendar.start(of: date), to: calendar.end(of: date))
        }
        let interval = TrackInterval(
            from: try from.map { try display.clock.phrase($0, "--from") }?.start,
            to: try to.map { try display.clock.phrase($0, "--to") }?.end)
        if let from = interval.from, let to = interval.to, from >= to {
            throw ValidationError("--from must be before --to")
        }
        return interval
    }

    /// The files that may hold something of a stretch of time. Ends with 66 where there are none.
    func paths(in interval: TrackInterval, quietly: Bool = false) throws -> [String] {
        if !files.isEmpty { return try TrackFileName.ordered(files).map(StandardInput.path) }
        let path = try directory.path()
        let archive = TrackArchive(directory: path)
        let names = try Console.attempt { () throws(TrackError) in try archive.files(in: interval) }
        guard !names.isEmpty else {
            if quietly { return [] }
            throw Console.failure("no track in \(path)" + (interval == .all ? "" : " at that time"), .noInput)
        }
        return names.map(archive.path)
    }
}

extension Console {
    /// Does something with track files; says on stderr what went wrong, and ends with the exit code for it.
    static func attempt<Result>(_ body: () throws(TrackError) -> Result) throws -> Result {
        do throws(TrackError) {
            return try body()
        } catch {
            // A reader that went away knows why.
            guard error.code != .closed else { throw ExitCode.readerIsGone }
            say(error)
            throw ExitCode(ExitStatus(error))
        }
    }

    /// Writes a file; says on stderr why it cannot be written, and ends with 73.
    static func writing<Result>(_ body: () throws(TrackError) -> Result) throws -> Result {
        do throws(TrackError) {
            return try body()
        } catch {
            guard error.code != .closed else { throw ExitCode.readerIsGone }
            if error.code == .missing, let folder = error.path.lastIndex(of: "/").map({ error.path[..<$0] }) {
                say("locd: cannot write \(error.path): there is no folder \(folder). Create it, or choose another one.")
            } else {
                say("locd: \(error.explanation)")
            }
            throw ExitCode(.cannotWrite)
        }
    }

    /// Says on stderr why a track cannot be read, and what to do.
    static func say(_ error: TrackError) { say("locd: \(error.explanation)\(remedy(for: error))") }

    /// What whoever reads tracks can do; what ``TrackError/remedy`` says is for who runs the daemon.
    private static func remedy(for error: TrackError) -> String {
        switch error.code {
        case .permissionDenied: " Run as root (sudo), or join the group locd: sudo usermod -aG locd USER."
        case .missing: " Check the name, or name a directory with --directory."
        default: ""
        }
    }
}

extension ExitStatus {
    /// For what stands between a command and the disk.
    init(_ error: TrackError) {
        self =
            switch error.code {
            case .missing, .notADirectory, .notAFile: .noInput
            case .damaged, .unsupported: .malformedInput
            case .permissionDenied: .refused
            case .diskFull, .readOnly: .cannotWrite
            case .locked, .noResources, .inputOutput, .closed: .failure
            }
    }
}

/// Whether private regions are taken out of what is read.
struct TrackPrivacyOptions: ParsableArguments {
    @Flag(help: "Include private regions (regions.file); requires access to the raw track.")
    var noPrivacy = false

    /// What is private by the configuration's regions file. Where that cannot be used nothing may be told: says so, and
    /// ends with 78 or 77.
    func zones(_ configuration: ConfigCommand.FileOptions) throws -> PrivacyZones {
        guard !noPrivacy else { return PrivacyZones() }
        let path = try configuration.ofTrack().regions.file
        do throws(RegionsFileError) {
            return PrivacyZones(try RegionsFile.regions(at: path) ?? [])
        } catch {
            Console.say(
                "locd: \(error); without it the private regions are unknown, so nothing is printed (--no-privacy prints all)"
            )
            throw ExitCode(error.code == .unreadable ? .refused : .badConfiguration)
        }
    }
}
