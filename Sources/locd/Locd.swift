import ArgumentParser
import LocdProtocol

@main
struct Locd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd",
        abstract: "Core Location for Linux: one GPS receiver, one daemon, many clients.",
        version: LocdRelease.version,
        subcommands: [RunCommand.self, StatusCommand.self, ConfigCommand.self, SimulateCommand.self, TrackCommand.self]
    )
}
