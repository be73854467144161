import ArgumentParser
import CommandText
import LocationModel
import LocdProtocol
import Phrasing
import TrackTools
import Tracks

/// `locd track import`: files of other loggers beside ours.
struct TrackImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import GPX and NMEA files from other loggers.",
        discussion: """
            Each UTC day gets a new part, YYYY-MM-DD.N.jsonl; existing files stay unchanged. A file is left out if the \
            track already has locations of the same time, so that none is imported twice. Points that cannot be used, \
            and positions that leap away and come back (tooFast), are left out, counted and named; waypoints and \
            routes are not imported.
            Exit codes: 65 malformed file, 66 file not found, 73 already imported or not writable.
            """)

    @Argument(help: ArgumentHelp("GPX or NMEA files, also gzip-compressed; -: standard input.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("The day of an NMEA file without dates: YYYY-MM-DD.", valueName: "day"))
    var date: String?

    @Flag(help: "Import even if the track has locations of the same time.")
    var allowOverlap = false

    @OptionGroup var directory: TrackDirectoryOptions

    mutating func validate() throws {
        if let date, CivilDate(date) == nil { throw ValidationError("--date must be a day such as 2026-11-21") }
    }

    func run() throws {
        let directory = try directory.path()
        let paths = try files.map(StandardInput.path)
        // A device's clock may be in another zone. A clock that is behind this release is wrong, and says nothing.
        let latest = max(Console.now.advanced(bySeconds: 86_400), LocdRelease.built.advanced(bySeconds: 366 * 86_400))
        var leftOut: ExitCode?
        do {
            // All are read before any is written: a malformed one among them changes nothing.
            var tracks: [(file: String, track: ImportedTrack)] = []
            for (file, path) in zip(files, paths) {
                let track = try ImportedFile.read(path, date: date.flatMap { CivilDate($0) }, latest: latest)
                tracks.append((file, track))
            }
            for (file, track) in tracks {
                let shown = file == StandardInput.name ? "standard input" : FileNames.shown(in: file)
                let name = shown.lastIndex(of: "/").map { String(shown[shown.index(after: $0)...]) } ?? shown
                let importer = TrackImporter(
                    directory: directory,
                    header: .imported(from: name, version: LocdRelease.version, run: TrackHeader.newRun()),
                    allowsOverlap: allowOverlap)
                do throws(ImportError) {
                    say(shown, track, try importer.write(track))
                } catch {
                    let failure = Console.failure("\(shown): not imported: \(error)", ExitStatus(error))
                    // Of a folder that is imported again, the new files are.
                    guard error.code == .overlaps else { throw failure }
                    leftOut = failure
                }
            }
        } catch let error as ImportError {
            throw Console.failure("\(error)", ExitStatus(error))
        }
        if let leftOut { throw leftOut }
    }

    private func say(_ file: String, _ track: ImportedTrack, _ names: [TrackFileName]) {
        let count = track.locationCount
        let read = count + track.rejected.values.reduce(0, +)
        Console.say(
            "\(file): \(Words.counted(count, "location"))"
                + (read == count ? "" : " of \(Words.counted(read, "point")); left out: \(track.reasons)") + "; in "
                + (names.count < 4
                    ? names.map(\.description).joined(separator: ", ")
                    : "\(Words.counted(names.count, "file")), \(names[0]) to \(names[names.count - 1])"))
        for note in track.notes { Console.say("  " + note) }
    }
}

extension ExitStatus {
    fileprivate init(_ error: ImportError) {
        self =
            switch error.code {
            case .noInput: .noInput
            case .malformed: .malformedInput
            case .overlaps, .cannotWrite: .cannotWrite
            }
    }
}
