import ArgumentParser
import Glibc
import LocdProtocol

@main
struct Locd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd",
        abstract: "Core Location for Linux: one GPS receiver, one daemon, many clients.",
        version: LocdRelease.version,
        subcommands: [StatusCommand.self, ConfigCommand.self, SimulateCommand.self]
    )
}
