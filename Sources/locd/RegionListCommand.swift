import ArgumentParser
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing

/// `locd region list`
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
        if json { return try Console.put(RegionCollection(regions).json() + "\n") }
        let units = display.unitSystem()
        for region in regions { try Console.tell("\(text(region, units))\n") }
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
