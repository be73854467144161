import ArgumentParser
import Glibc
import LocdClient
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
            ReplayCommand.self, WatchCommand.self, WaitCommand.self, RegionCommand.self, GeocodeCommand.self,
            ClientCommand.self, AgentCommand.self, OnCommand.self, HookCommand.self, PublishCommand.self,
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
