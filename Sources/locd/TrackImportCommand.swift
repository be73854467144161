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
        commandName: "import", abstract: "Lay GPX and NMEA files of other loggers beside the track.",
        discussion: """
            For each UTC day a new part is made, YYYY-MM-DD.N.jsonl; no file that is there is touched. Where the track has \
            locations of the same time already nothing is imported, so that a file is not imported twice.
            Exit codes: 65 the file is malformed, 66 there is none, 73 it is there already or cannot be written.
            """)

    @Argument(help: ArgumentHelp("GPX or NMEA files, packed with gzip or not.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("The day of an NMEA file that tells only times: YYYY-MM-DD.", valueName: "day"))
    var date: String?

    @Flag(help: "Import what the track has locations of the same time for.")
    var allowOverlap = false

    @OptionGroup var directory: TrackDirectoryOptions

    mutating func validate() throws {
        if let date, CivilDate(date) == nil { throw ValidationError("--date is a day such as 2026-11-21") }
    }

    func run() throws {
        let path = try directory.path()
        do throws(ImportError) {
            // All are read before any is written: a malformed one among them changes nothing.
            var tracks: [(file: String, track: ImportedTrack)] = []
            for file in files {
                tracks.append((file, try ImportedFile.read(file, date: date.flatMap { CivilDate($0) })))
            }
            for (file, track) in tracks {
                let name = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
                let importer = TrackImporter(
                    directory: path,
                    header: .imported(from: name, version: LocdRelease.version, run: TrackHeader.newRun()),
                    allowsOverlap: allowOverlap)
                say(file, track, try importer.write(track))
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
