import ArgumentParser
import FoundationEssentials
import LocationModel
import LocdClient
import LocdConfiguration
import Phrasing
import SystemSupport

/// `locd region add`
struct RegionAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Monitor a circle, or the regions of a GeoJSON file.",
        usage: """
            locd region add <file> … [--label <label>] [--socket <socket>]
            locd region add <identifier> --latitude <degrees> --longitude <degrees> --radius <metres> [--label <label>] [--socket <socket>]
            """)

    @Argument(help: "GeoJSON files (RFC 7946); with --radius, the identifier of a circle.")
    var names: [String]

    @Option(help: "Latitude of the center of a circle, in degrees.")
    var latitude: AngleArgument?

    @Option(help: "Longitude of the center of a circle, in degrees.")
    var longitude: AngleArgument?

    @Option(help: "Radius of a circle, in metres.")
    var radius: Double?

    @OptionGroup var owner: LabelOption
    @OptionGroup var daemon: SocketOption

    mutating func validate() throws {
        guard latitude != nil || longitude != nil || radius != nil else { return }
        guard latitude != nil, longitude != nil, radius != nil, names.count == 1 else {
            throw ValidationError("a circle needs one identifier, --latitude, --longitude and --radius")
        }
        guard let circle = regions(circle: names[0]).first, circle.isMonitorable else {
            throw ValidationError(
                "invalid circle: latitude -90 to 90, longitude -180 to 180, radius above 0 and at most 1000000 metres, "
                    + "identifier 1 to 255 bytes")
        }
    }

    func run() async throws {
        for region in radius == nil ? try files() : regions(circle: names[0]) {
            try await daemon.ask { (client) async throws(LocdClientError) in
                try await client.startMonitoring(for: region, label: owner.label)
            }
            Console.say("\(region.identifier.visible) is monitored")
        }
    }

    private func regions(circle identifier: String) -> [Region] {
        guard let latitude = latitude?.angle, let longitude = longitude?.angle, let radius else { return [] }
        guard latitude.axis != .longitude, longitude.axis != .latitude else { return [] }
        let center = Coordinate(latitude: latitude.degrees, longitude: longitude.degrees)
        return [Region(identifier: identifier, center: center, radius: radius)]
    }

    /// More than 100,000 regions need; it bounds the memory.
    private static let largestFile = 64 << 20

    /// All files are read before the first region is added.
    private func files() throws -> [Region] {
        var regions: [Region] = []
        for name in names {
            let data: [UInt8]
            do throws(BoundedFile.Failure) {
                data = try BoundedFile.contents(of: name, limit: Self.largestFile, accepting: .anything)
            } catch {
                Console.say(
                    "locd: cannot read \(name): \(error). For a circle give --latitude, --longitude and --radius")
                throw ExitCode(.noInput)
            }
            do throws(GeoJSONError) {
                regions += try RegionFile.regions(data)
            } catch {
                Console.say("locd: \(name): \(error)")
                throw ExitCode(.malformedInput)
            }
        }
        return regions
    }
}
