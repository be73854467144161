import ArgumentParser

@main
struct Locd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locd",
        abstract: "Core Location for Linux: one GPS receiver, one daemon, many clients.",
        subcommands: [ConfigCommand.self]
    )
}
