import ArgumentParser
import LocationModel
import LocdClient
import LocdProtocol
import Phrasing
import TrackTools
import Tracks

/// `locd track import`: files of other loggers beside ours.
struct TrackImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import GPX and NMEA files from other loggers.",
        discussion: """
            Each UTC day gets a new part, YYYY-MM-DD.N.jsonl; existing files stay unchanged. If the track already has \
            locations of the same time, nothing is imported, so that no file is imported twice.
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
        do throws(ImportError) {
            // All are read before any is written: a malformed one among them changes nothing.
            var tracks: [(file: String, track: ImportedTrack)] = []
            for (file, path) in zip(files, paths) {
                tracks.append((file, try ImportedFile.read(path, date: date.flatMap { CivilDate($0) })))
            }
            for (file, track) in tracks {
                let name =
                    file == StandardInput.name
                    ? "standard input" : file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
                let importer = TrackImporter(
                    directory: directory,
                    header: .imported(from: name, version: LocdRelease.version, run: TrackHeader.newRun()),
                    allowsOverlap: allowOverlap)
                say(file == StandardInput.name ? name : file, track, try importer.write(track))
            }
        } catch {
            Console.say("locd: \(error)")
            throw ExitCode(ExitStatus(error))
        }
    }

    private func say(_ file: String, _ track: ImportedTrack, _ names: [TrackFileName]) {
        let rejected = track.rejected.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
        Console.say(
            "\(file): \(Words.counted(track.locationCount, "location"))"
                + (rejected.isEmpty ? "" : "; left out: \(rejected)") + "; in "
                + names.map(\.description).joined(separator: ", "))
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
