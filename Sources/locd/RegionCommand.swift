import ArgumentParser

/// `locd region list|add|remove|state`
struct RegionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "region",
        abstract: "List, add and remove the regions that the daemon monitors for you.",
        discussion: """
            They belong to your user and the label, and are monitored until they are removed; sessions of the same user and \
            label are told (locd watch --label). Those of the recorder stand in the file of the configuration (regions.file).

            Exits 0 where it is done; 65 where a file is no GeoJSON of regions; 66 where there is no such file or region; 69 \
            where the daemon cannot be reached; 77 where it may not be asked; 1 for anything else.
            """,
        subcommands: [
            RegionListCommand.self, RegionAddCommand.self, RegionRemoveCommand.self, RegionStateCommand.self,
        ]
    )
}

/// Whose regions are meant.
struct LabelOption: ParsableArguments {
    @Option(help: "The label of the client whose regions are meant.")
    var label: String?
}
