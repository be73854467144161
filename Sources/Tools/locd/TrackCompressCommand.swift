import ArgumentParser
import CommandText
import Tracks

/// `locd track compress`: what the recorder does by itself, for a directory that it does not write to.
struct TrackCompressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compress", abstract: "Compress track files in a directory without a recorder.",
        discussion: """
            A recorder compresses its own directory (tracks.compressAfter), and prevents this command from running \
            there. A file that cannot be compressed stays as it is; locd reports it and continues. The exit code is \
            that of the first such file.
            """)

    @Option(
        help: ArgumentHelp(
            "Keep the files of the latest days uncompressed, counted from the newest.", valueName: "days"))
    var keep = 1

    @OptionGroup var directory: TrackDirectoryOptions

    mutating func validate() throws {
        guard keep >= 0 else { throw ValidationError("--keep must be a number of days, 0 or more") }
    }

    func run() throws {
        let path = try directory.path()
        var status: ExitStatus?
        try Console.attempt { () throws(TrackError) in
            var progress = Progress()
            defer { progress.end() }
            try TrackCompression.compress(directory: path, keeping: keep) { bytes, total in
                if progress.isDue { progress.show(bytes, of: total) }
            } report: { name, failure in
                progress.end()
                Console.say(failure.map { "locd: \($0.explanation)" } ?? "\(name) compressed")
                status = status ?? failure.map { ExitStatus($0) }
            }
        }
        if let status { throw ExitCode(status) }
    }
}
