import ArgumentParser

/// `locd simulate`
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Play a receiver or a Bluetooth beacon, to test programs.",
        discussion: "Without a subcommand it plays a route: locd simulate loop --link /tmp/gps",
        subcommands: [SimulateRouteCommand.self, SimulateBeaconCommand.self],
        defaultSubcommand: SimulateRouteCommand.self
    )
}
