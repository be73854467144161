import ArgumentParser
import LocationModel
import LocdClient
import LocdConfiguration

/// `locd region remove`
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

/// `locd region state`
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
