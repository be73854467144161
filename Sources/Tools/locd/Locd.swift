import ArgumentParser
import CommandText
import Glibc
import LocdConfiguration
import LocdLog
import LocdProtocol
import Phrasing
import SystemSupport

@main
struct Locd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd",
        abstract: "Core Location for Linux: one GPS receiver, one daemon, many clients.",
        version: LocdRelease.version,
        subcommands: [
            RunCommand.self, StatusCommand.self, TodayCommand.self, DoctorCommand.self, WhyCommand.self,
            TrackCommand.self,
            ReplayCommand.self, WatchCommand.self, WaitCommand.self, MeasureCommand.self, RegionCommand.self,
            GeocodeCommand.self,
            ClientCommand.self, AgentCommand.self, AccuracyCommand.self, SleepCommand.self, WakeCommand.self,
            OnCommand.self, HookCommand.self, PublishCommand.self,
            WebCommand.self,
            ConfigCommand.self, SimulateCommand.self, TablesCommand.self,
        ]
    )

    @MainActor static func main() async {
        // The main thread runs this: no other thread has an arena of malloc's yet.
        guard CommandLine.arguments.dropFirst().first == RunCommand.configuration.commandName else {
            return await perform()
        }
        ProcessMemory.settle()
        await withTaskExecutorPreference(RunCommand.thread) { await perform() }
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

    private struct Tables: Encodable {
        let configuration = ConfigurationTable.sections
        let messages = LogMessageTable.rows
    }

    func run() throws { try Console.put(Tables().jsonText() + "\n") }
}
