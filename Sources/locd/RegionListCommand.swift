import ArgumentParser
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing

/// `locd region list`
struct RegionListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the regions and their states.")

    @Flag(help: "Print a line of JSON for each.")
    var json = false

    @OptionGroup var owner: LabelOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let regions = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.regions(label: owner.label)
        }
        for region in regions {
            try Console.put(json ? region.json() + "\n" : "\(Self.text(region))\n")
        }
    }

    private static func text(_ monitored: MonitoredRegion) -> String {
        let region = monitored.region
        let shape =
            if let circle = region.circle {
                "\(UnitSystem.metric.distance(circle.radius)) around \(circle.center.place())"
            } else if let corridor = region.corridor {
                "corridor, \(UnitSystem.metric.distance(corridor.width)) wide, of \(corridor.line.count) points"
            } else {
                "polygon of \(region.polygons?.map(\.exterior.count).reduce(0, +) ?? 0) points"
            }
        let owner = monitored.isAdministered == true ? "; the administrator's" : ""
        let name = region.name.map { " (\($0.visible))" } ?? ""
        return "\(region.identifier.visible)\(name): \(monitored.state.rawValue); \(shape)\(owner)"
    }
}
