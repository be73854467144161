import ArgumentParser

/// `locd region list|add|remove|state`
struct RegionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "region",
        abstract: "List, add and remove the regions that the daemon monitors for you.",
        discussion: """
            Regions belong to your user and the label. The daemon monitors them until you remove them, and reports \
            events to sessions of the same user and label (locd watch --label). The recorder has its own regions in \
            the file of the configuration (regions.file).

            Exit codes: 0 done, 65 invalid GeoJSON, 66 file or region not found, 69 daemon not reachable, 77 not \
            permitted, 1 other errors.
            """,
        subcommands: [
            RegionListCommand.self, RegionAddCommand.self, RegionRemoveCommand.self, RegionStateCommand.self,
        ]
    )
}

/// Whose regions are meant.
struct LabelOption: ParsableArguments {
    @Option(help: "The label of the client that owns the regions.")
    var label: String?
}
