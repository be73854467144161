import ArgumentParser
import Cartography
import CommandText
import Geocoding
import Glibc
import LocationModel
import LocdConfiguration
import LocdProtocol
import Phrasing
import SystemSupport
import TrackTools
import Tracks

/// `locd track map`: a picture of the track.
struct TrackMapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Draw the track as a map, in one HTML or SVG file.",
        discussion: """
            The track is coloured by speed; gaps are dashed; stops, visits and regions are marked; below it are speed and \
            altitude. The file needs no network: coasts, borders, lakes, rivers and towns come from this machine. The HTML file is \
            the page of locd web with these days in it; it needs the packages libjs-leaflet and libjs-dygraphs here, not where it is \
            read. Memory does not grow with the track; what a screen cannot show is left out.
            Without --from, --to, --day and files: today's track.
            """)

    @OptionGroup var selection: TrackSelectionOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write (-: standard output).", valueName: "file"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "\(PictureFormat.allCases.map(\.rawValue).joined(separator: " or ")) (default: by the output's name).",
            valueName: "format"))
    var format: String?

    @Option(help: ArgumentHelp("The heading (default: the day or days).", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The base map; none draws the track alone.", valueName: "file"))
    var baseMap = Self.installed("basemap.locd")

    @Option(help: ArgumentHelp("The place table with the towns; none draws no towns.", valueName: "file"))
    var places: String?

    @Flag(help: "Count and draw every metre, also while standing still.")
    var noHold = false

    mutating func validate() throws {
        _ = try pictureFormat()
    }

    func run() throws {
        let format = try pictureFormat()
        let files = format == .html ? PageFiles() : nil
        if let missing = files?.missing.first {
            throw Console.failure("\(missing), or write a drawing: --format svg", .noInput)
        }
        var selection = selection
        selection.beToday()
        let walk = try TrackWalk(selection)
        var options = PictureOptions()
        options.title = title
        options.creator = "locd \(LocdRelease.version)"
        options.regions = try selection.visibleRegions()
        options.units = selection.units
        let settings = try selection.directory.configuration.ofTrack()
        options.baseMap = ground(baseMap, "coasts and borders") { bytes throws(PlaceTableError) in try BaseMap(bytes) }
        options.places = ground(places ?? settings.geocoder.table ?? "none", "towns") { bytes throws(PlaceTableError) in
            try PlaceTable(bytes)
        }
        let destination = try Console.writing { () throws(TrackError) in
            output == "-" ? Self.stdout : try ExportDestination(path: output)
        }
        var day = TrackDay(holdsPosition: !noHold, hasTrips: files != nil, in: walk.interval)
        try walk.steps(withContext: true, record: { day.add($0) }) { (step) throws(TrackError) in
            day.add(step)
        } finally: {
            day.finish()
            guard let first = day.picture.statistics.first, let last = day.picture.statistics.last else { return }
            let calendar = selection.display.calendar
            let bytes: [UInt8]?
            if let files {
                bytes = page(files, day, from: min(first, last), to: max(first, last), calendar, options)
            } else {
                options.clock = PictureClock(from: min(first, last), to: max(first, last)) { moment in
                    (calendar.secondsAhead(at: moment), SystemCalendar.name(of: calendar, at: moment))
                }
                bytes = Self.drawing(day.picture, options)
            }
            let file = bytes ?? []
            try Console.writing { () throws(TrackError) in try destination.write(file) }
        }
        try Console.writing { () throws(TrackError) in try destination.commit() }
        if output != "-" {
            let count = day.picture.trace.added
            Console.say("Wrote \(Words.counted(count, "location")) to \(output)")
        }
    }

    private static func drawing(_ picture: TrackPicture, _ options: PictureOptions) -> [UInt8]? {
        do throws(PlaceTableError) {
            return try picture.svg(options: options)
        } catch {
            // Found damaged only now: the track is what was asked for.
            Console.say("locd: \(error); drawing without coasts, borders and towns")
            var bare = options
            (bare.baseMap, bare.places) = (nil, nil)
            return try? picture.svg(options: bare)
        }
    }

    private func page(
        _ files: PageFiles, _ day: TrackDay, from first: Timestamp, to last: Timestamp, _ calendar: LocalCalendar,
        _ options: PictureOptions
    ) -> [UInt8] {
        let ground = Ground(options.baseMap, places: options.places)
        let document = DayDocument(
            DayRange(first: calendar.day(of: first), last: calendar.day(of: last)), day, regions: options.regions,
            faults: 0, calendar: calendar, units: options.units, town: ground.town)
        return RecordedPage(document, title: title, creator: options.creator, ground: ground).bytes(files)
    }

    /// A table, if it can be used; otherwise says what is missing.
    private func ground<Table>(
        _ path: String, _ what: String, _ open: (TableBytes) throws(PlaceTableError) -> Table
    ) -> Table? {
        guard path != "none" else { return nil }
        do throws(PlaceTableError) {
            return try open(TableBytes(path: path))
        } catch {
            let reason =
                switch error {
                case .missing: "no such file"
                case .unreadable(_, let code): SystemCallError.message(of: code)
                case .unknownFormat(let detail), .damaged(let detail): detail
                }
            Console.say(
                "locd: drawing without \(what): \(path): \(reason). "
                    + "Install the package locd again (from source: make places)")
            return nil
        }
    }

    private func pictureFormat() throws -> PictureFormat {
        let names = PictureFormat.allCases.map(\.rawValue).joined(separator: " or ")
        if let format {
            guard let known = PictureFormat(rawValue: format.lowercased()) else {
                throw ValidationError("--format is \(names)")
            }
            return known
        }
        guard let known = PictureFormat(fileName: output) else {
            throw ValidationError("choose a format with --format, or name the output *.html or *.svg")
        }
        return known
    }

    /// Where a table lies: beside the program that runs, as `make install` lays both out, else below /usr.
    private static func installed(_ name: String) -> String {
        if let program = try? SystemFileSystem().destination(ofLink: "/proc/self/exe") {
            let folder = FileReplacement.directory(of: FileReplacement.directory(of: program))
            let beside = "\(folder)/share/locd/\(name)"
            if access(beside, R_OK) == 0 { return beside }
        }
        return "/usr/share/locd/\(name)"
    }
}

extension TrackSelectionOptions {
    /// The administrator's regions that a picture may show: private ones only with --no-privacy.
    func visibleRegions() throws -> [Region] {
        let path = try directory.configuration.ofTrack().regions.file
        guard let regions = try? RegionsFile.regions(at: path) else { return [] }
        return regions.filter { $0.privacy == nil || privacy.noPrivacy }
    }
}
