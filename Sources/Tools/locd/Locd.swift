import ArgumentParser
import Glibc
import Hooks
import LocationModel
import LocdClient
import LocdConfiguration
import LocdLog
import LocdProtocol
import Phrasing
import SystemSupport
import TrackTools
import Tracks

@main
struct Locd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd",
        abstract: "Core Location for Linux: one GPS receiver, one daemon, many clients.",
        version: LocdRelease.version,
        subcommands: [
            RunCommand.self, StatusCommand.self, TodayCommand.self, DoctorCommand.self, WhyCommand.self,
            TrackCommand.self,
            ReplayCommand.self, WatchCommand.self, WaitCommand.self, RegionCommand.self, GeocodeCommand.self,
            ClientCommand.self, AgentCommand.self, OnCommand.self, HookCommand.self, PublishCommand.self,
            WebCommand.self,
            ConfigCommand.self, SimulateCommand.self, TablesCommand.self,
        ]
    )

    @MainActor static func main() async {
        // The main thread runs this: no task has run elsewhere, and no other thread has an arena of malloc's yet.
        if CommandLine.arguments.dropFirst().first == RunCommand.configuration.commandName {
            ProcessMemory.settle()
            // If this fails, the runtime's pool does the same with more threads.
            try? CooperativePool.useOneThread(named: "locd-pool")
        }
        await perform()
    }

    private nonisolated static func perform() async {
        // Dispatch would tell the system's log of each unprivileged process that it may not raise a thread's priority.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        if let name = FileNames.unreadable {
            Console.say("locd: \(name): no such file, and the name is not UTF-8. Correct the name, or choose another")
            exit(withError: ExitCode(.usage))
        }
        // The one place at which figures below zero are told from options.
        let arguments = ArgumentList.protectingFigures(FileNames.arguments)
        do {
            var command = try parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(error, arguments)
        }
    }
}

/// `locd simulate`
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Play a receiver or a Bluetooth beacon, to test programs.",
        discussion: "Without a subcommand it plays a route: locd simulate loop --link /tmp/gps",
        subcommands: [SimulateRouteCommand.self, SimulateBeaconCommand.self],
        defaultSubcommand: SimulateRouteCommand.self
    )
}

/// `locd tables`, hidden: the tables of keys and messages as JSON, from which `make generate` writes files.
struct TablesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables", abstract: "Print the tables of keys and messages as JSON.", shouldDisplay: false)

    func run() throws {
        try Console.put(
            #"{"configuration":\#(ConfigurationTable().json()),"messages":\#(LogMessageTable().json()),"publish":\#(PublishSinkTable().json())}"#
                + "\n")
    }
}

/// `locd track`: what was recorded, read, measured, and handed on.
struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "List, show, measure, export and import tracks.",
        discussion: """
            Each verb takes files, or reads the track directory, with its compressed days. TIME accepts everyday \
            forms: 2026-11-21, "yesterday 14:00", "2 hours ago"; in local time (TZ), unless --utc or an offset is \
            given.

            Exit codes: 0 done, 64 usage, 65 malformed input, 66 input not found, 73 output not writable, 77 not \
            permitted.
            """,
        subcommands: [
            TrackListCommand.self, TrackShowCommand.self, TrackStatsCommand.self, TrackExportCommand.self,
            TrackImportCommand.self, TrackCompressCommand.self, TrackRepairCommand.self, TrackFilterCommand.self,
            TrackAccuracyCommand.self, TrackMapCommand.self,
            TrackDistanceCommand.self,
            TrackNearestCommand.self, TrackPolygonCommand.self,
        ]
    )
}

/// `locd publish`: a program of its own, with its own libraries, that this one becomes.
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send the track to servers: OwnTracks, Traccar, MQTT, programs.",
        discussion: """
            The verbs run, once, status and check, their options and exit codes are in locd-publish(8). It is in the package \
            locd-publish.

            Exits 69 if that is not installed.
            """
    )

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("The arguments for locd-publish.", valueName: "arguments"))
    var arguments: [String] = []

    func run() throws {
        let error = OtherProgram("locd-publish").become(arguments)
        guard error?.isMissing ?? true else {
            Console.say("locd: cannot start locd-publish: \(error?.message ?? "")")
            throw ExitCode(.failure)
        }
        Console.say("locd: locd-publish is not installed; install the package locd-publish")
        throw ExitCode(.notReachable)
    }
}

/// `locd web`: a program of its own, with its own libraries, that this one becomes.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Show the position and the track as a map in a browser.",
        discussion: """
            The options --listen, --socket, --tracks and --config, the verb token and the exit codes are in locd-web(8). It is in \
            the package locd-web.

            Exits 69 if that is not installed.
            """
    )

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("The arguments for locd-web.", valueName: "arguments"))
    var arguments: [String] = []

    func run() throws {
        let error = OtherProgram("locd-web").become(arguments)
        guard error?.isMissing ?? true else {
            Console.say("locd: cannot start locd-web: \(error?.message ?? "")")
            throw ExitCode(.failure)
        }
        Console.say("locd: locd-web is not installed; install the package locd-web")
        throw ExitCode(.notReachable)
    }
}

/// `locd track show`: the records, as JSON lines.
struct TrackShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the records of the track as JSON lines.",
        discussion:
            "Without --from, --to, --day and files: today's track. Records that this version does not support are omitted."
    )

    @OptionGroup var selection: TrackSelectionOptions

    func run() throws {
        var selection = selection
        selection.beToday()
        let area = selection.area.flatMap { TrackArea($0) }
        var line = JSONLine()
        var count = 0
        try TrackWalk(selection).records { (record) throws(TrackError) in
            if case .event(.location(let location)) = record, !(area?.contains(location.coordinate) ?? true) { return }
            count += 1
            line.append(record)
            guard line.bytes.count >= 64 << 10 else { return }
            try Self.stdout.write(line.bytes)
            line.removeAll()
        } finally: {
            try Console.attempt { () throws(TrackError) in try Self.stdout.write(line.bytes) }
        }
        if count == 0 {
            Console.say("locd: no records there in that time")
            throw ExitCode(.noInput)
        }
    }
}

/// `locd hook`: what the unit of a hook runs.
struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Run the program of a hook for one event; systemd does this.",
        discussion: """
            locd-hook@.service runs this with the connection of an event as standard input. The program is the file in the \
            directory with the same name as the socket. It gets the event as a line of JSON on standard input and in its \
            environment: LOCD_EVENT, LOCD_IDENTIFIER, LOCD_TIMESTAMP, LOCD_REGION and others.

            Exit codes: 0 done, 1 the program failed, 66 no program, 75 the event comes again, 64 not run by a socket unit.
            """
    )

    @Option(help: ArgumentHelp("Directory of the programs.", valueName: "path"))
    var directory = HookRunner.directory

    func run() throws {
        let status: Int32
        do throws(HookRunner.Failure) {
            status = try HookRunner(directory: directory).run(at: 0, environment: Console.environment)
        } catch {
            Console.say("locd: \(error)")
            switch error {
            case .noSocket: throw ExitCode(.usage)
            case .noProgram: throw ExitCode(.noInput)
            case .noEvent, .again: throw ExitCode(.noFix)
            }
        }
        guard status == 0 else {
            Console.say("locd: the program of the hook ended with status \(status); the event is not tried again")
            throw ExitCode(.failure)
        }
    }
}

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
