import ArgumentParser
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing

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

struct LabelOption: ParsableArguments {
    @Option(help: "The label of the client that owns the regions.")
    var label: String?
}

struct RegionRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Stop monitoring regions.")

    @Argument(help: "The identifiers of the regions.")
    var identifiers: [String]

    @OptionGroup var owner: LabelOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        for identifier in identifiers {
            try await daemon.ask { (client) async throws(LocdClientError) in
                try await client.stopMonitoring(for: identifier, label: owner.label)
            }
            Console.say("\(identifier.visible): no longer monitored")
        }
    }
}

struct RegionStateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Show whether this machine is in a region: inside, outside or unknown.")

    @Argument(help: "The identifier of the region.")
    var identifier: String

    @Flag(help: "Print a line of JSON.")
    var json = false

    @OptionGroup var owner: LabelOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let state = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.state(ofRegion: identifier, label: owner.label)
        }
        guard json else { return try Console.put(state.rawValue + "\n") }
        var line = JSONLine()
        line.begin(type: "regionState")
        line.member("identifier", identifier)
        line.member("state", state.rawValue)
        line.end()
        try Console.put(line)
    }
}

struct RegionListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your regions, the administrator's and those that others share, with their states.",
        discussion: "With --json the output is GeoJSON that locd region add reads; --own --json saves your own regions."
    )

    @Flag(help: "Print GeoJSON (RFC 7946): a FeatureCollection in one line.")
    var json = false

    @Flag(help: "Leave out the regions of the administrator and of others.")
    var own = false

    @OptionGroup var owner: LabelOption
    @OptionGroup var display: DisplayOptions
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        var regions = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.regions(label: owner.label)
        }
        if own { regions.removeAll { $0.isAdministered == true || $0.owner != nil } }
        if json { return try Console.put(RegionCollection(regions).jsonText() + "\n") }
        let units = display.unitSystem()
        for region in regions { try Console.putText("\(text(region, units))\n") }
    }

    private func text(_ monitored: MonitoredRegion, _ units: UnitSystem) -> String {
        let region = monitored.region
        let shape =
            if let circle = region.circle {
                "\(units.distance(circle.radius)) around \(circle.center.place())"
            } else if let corridor = region.corridor {
                "corridor, \(units.distance(corridor.width)) wide, of \(corridor.line.count) points"
            } else if let beacons = region.beacons {
                "beacons \(beacons)"
            } else {
                "polygon of \(region.polygons?.map(\.exterior.points.count).reduce(0, +) ?? 0) points"
            }
        let owner =
            monitored.isAdministered == true
            ? "; the administrator's" : monitored.owner.map { "; shared by \($0.visible)" } ?? ""
        let end =
            monitored.until.flatMap { Timestamp($0) }.map { "; until \(display.calendar.text($0, near: Console.now))" }
            ?? ""
        let name = region.name.map { " (\($0.visible))" } ?? ""
        return "\(region.identifier.visible)\(name): \(monitored.state.rawValue); \(shape)\(end)\(owner)"
    }
}
