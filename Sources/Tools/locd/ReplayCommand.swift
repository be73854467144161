import ArgumentParser
import CommandText
import Glibc
import LocationModel
import LocdConfiguration
import LocdRecorder
import Receivers
import TrackTools
import Tracks

/// `locd replay`: what the recorder would have made of a recording.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Show what the recorder would have written for a recording, offline and at full speed.",
        discussion: """
            FILE is NMEA, a capture of gpsd (gpspipe -w) or a track of locd, also gzip-compressed; locd detects \
            which. The track goes to standard output, every location marked as simulated. The same recording and \
            configuration give the same bytes: no clock is involved, and maximumAge has no effect.

            With --events, include motion activities, which a track does not have: stationary, walking, running, \
            cycling or automotive, each with its confidence.

            With --diff, compare with what another configuration would have recorded: a line for each gained (+) or \
            lost (-) event, and a table.

            Exit codes: 0 done, 64 usage, 65 malformed recording, 66 recording not readable, 73 output not writable, \
            78 invalid configuration.
            """
    )

    @Argument(help: "The recording (-: standard input).")
    var file: String

    @OptionGroup var configuration: ConfigCommand.FileOptions

    @Option(
        help: "Format of the recording: nmea, gpsd or track (default: detected from its contents).",
        transform: Self.kind)
    var receiver: RecordingKind?

    @Option(
        help: ArgumentHelp("The day, UTC, of a recording without dates.", valueName: "yyyy-mm-dd"),
        transform: Self.day)
    var date: CivilDate?

    @Option(
        name: .shortAndLong,
        help: "Write to this file (-: standard output). The file appears only when it is complete.")
    var output: String?

    @Flag(help: "Include motion activities.")
    var events = false

    @Option(help: ArgumentHelp("Compare with what this configuration would have recorded.", valueName: "other.yaml"))
    var diff: String?

    private static func kind(_ word: String) throws -> RecordingKind {
        guard let kind = RecordingKind(rawValue: word) else {
            throw ValidationError("\(RecordingKind.allCases.map(\.rawValue).joined(separator: ", ")) are known")
        }
        return kind
    }

    private static func day(_ word: String) throws -> CivilDate {
        guard let day = CivilDate(word) else { throw ValidationError("a day is such as 2026-11-21") }
        return day
    }

    func run() throws {
        let base = try configuration.load()
        // What is wrong with the request is said before anything is made.
        let other = try diff.map { try ConfigCommand.FileOptions.load($0) }
        do {
            if let other { try compare(base, other) } else { try replay(base) }
        } catch let error as RecordingError {
            throw Console.failure("\(error)", error.exitStatus)
        } catch let error as TrackError {
            throw Console.failure(error.explanation, .cannotWrite)
        }
    }

    private func replay(_ loaded: LoadedConfiguration) throws {
        let path = try StandardInput.path(of: file)
        var replay = try RecordingReplay(
            path: path, kind: receiver, date: date, configuration: loaded.configuration,
            regions: try ConfigCommand.FileOptions.regions(of: loaded) ?? [], addsActivity: events)
        let destination = try destination()
        let failure = try pour(into: destination) { () throws(RecordingError) in try replay.next() }
        if replay.presumesDate { Console.say("The first fixes are on the given day.") }
        Console.say("\(path) (\(replay.kind.rawValue)): \(replay.tally)")
        if let failure { throw failure }
        try expectFixes(replay.tally, of: replay.kind, replay.withoutPosition)
        try destination.commit()
        if !replay.refused.isEmpty { Console.say("Refused: \(replay.refused)") }
    }

    private func compare(_ loaded: LoadedConfiguration, _ other: LoadedConfiguration) throws {
        var comparison = try ReplayComparison(
            path: try StandardInput.path(of: file), kind: receiver, date: date, base: loaded.configuration,
            other: other.configuration,
            regions: (
                try ConfigCommand.FileOptions.regions(of: loaded) ?? [],
                try ConfigCommand.FileOptions.regions(of: other) ?? []
            ), addsActivity: events)
        if comparison.kind == .track {
            Console.say(
                "locd: \(file) is a track: what the recorder's filters left out of it cannot appear as gained (+). To compare "
                    + "looser filters, use a recording of the receiver (NMEA, or gpspipe -w)")
        }
        let destination = try destination()
        let failure = try pour(into: destination) { () throws(RecordingError) in try comparison.next() }
        let table = comparison.table(base: loaded.file ?? "the defaults", other: other.file ?? "the defaults")
        try destination.write(Array(table.utf8))
        if let failure { throw failure }
        try expectFixes(comparison.base, of: comparison.kind)
        try destination.commit()
    }

    private func destination() throws(TrackError) -> ExportDestination {
        guard let output, output != "-" else {
            return ExportDestination(descriptor: STDOUT_FILENO, name: "standard output")
        }
        return try ExportDestination(path: output)
    }

    /// Writes all that comes; the error where the recording cannot be read on, after what came before it was written.
    private func pour(
        into destination: ExportDestination, _ next: () throws(RecordingError) -> [UInt8]?
    ) throws(TrackError) -> RecordingError? {
        while true {
            let lines: [UInt8]?
            do throws(RecordingError) {
                lines = try next()
            } catch {
                return error
            }
            guard let lines else { return nil }
            try destination.write(lines)
        }
    }

    private func expectFixes(_ tally: ReplayTally, of kind: RecordingKind, _ arrived: String? = nil) throws {
        guard tally.fixes == 0 else { return }
        let unit = kind == .nmea ? "sentences" : "lines"
        let arrived = arrived.flatMap { $0.isEmpty ? nil : " (\(unit): \($0))" } ?? ""
        throw Console.failure(
            "no fix in \(file), read as \(kind.rawValue)\(arrived): check the file and --receiver", .malformedInput)
    }
}

extension RecordingError {
    fileprivate var exitStatus: ExitStatus {
        switch code {
        case .missing, .permissionDenied, .unreadable: .noInput
        case .unknownKind, .noDate, .damaged: .malformedInput
        }
    }
}
