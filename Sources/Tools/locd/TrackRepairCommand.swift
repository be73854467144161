import ArgumentParser
import CommandText
import Tracks

/// `locd track repair`: the ends of files that a crash or a power cut left torn.
struct TrackRepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Repair track files that end in an incomplete line.",
        discussion: """
            The incomplete line is moved to FILE.torn. A recorder repairs its current file itself, and prevents this \
            command from running in its directory. Without files: all uncompressed files of the directory. Lines in \
            the middle stay.
            """)

    @Argument(
        help: ArgumentHelp("Track files, named YYYY-MM-DD.jsonl or YYYY-MM-DD.N.jsonl.", valueName: "file"))
    var files: [String] = []

    @OptionGroup var directory: TrackDirectoryOptions

    mutating func validate() throws {
        for file in files {
            guard let name = TrackFileName(Self.split(file).name), name.compression == nil else {
                throw ValidationError("\(file) is not the name of an uncompressed track file, YYYY-MM-DD.jsonl")
            }
        }
    }

    func run() throws {
        guard !files.isEmpty else { return try repair(directory.path(), nil) }
        let places = files.map(Self.split)
        for folder in Set(places.map(\.directory)).sorted() {
            try repair(folder, places.filter { $0.directory == folder }.compactMap { TrackFileName($0.name) })
        }
    }

    private func repair(_ path: String, _ names: [TrackFileName]?) throws {
        let foreign = try Console.attempt { () throws(TrackError) in
            try TrackMending.repair(directory: path, files: names) {
                Console.say("\(path)/\($0)")
            }
        }
        for name in foreign { Console.say("\(path)/\(name): not a track, or not writable for this user; not changed") }
        if !foreign.isEmpty { throw ExitCode(.malformedInput) }
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = path[..<slash]
        return (directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...]))
    }
}
