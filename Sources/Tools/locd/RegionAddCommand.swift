import ArgumentParser
import CommandText
import FoundationEssentials
import LocationModel
import LocdClient
import LocdConfiguration
import Phrasing
import SystemSupport

struct RegionAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Monitor a circle, beacons, or the regions of a GeoJSON file.",
        usage: """
            locd region add <file> … [--for <duration>] [--shared] [--label <label>] [--utc] [--units <system>] [--socket <socket>]
            locd region add <identifier> --here [--radius <metres>] [--for <duration>] [--shared] [--label <label>] [--utc] [--units <system>] [--socket <socket>]
            locd region add <identifier> --latitude <degrees> --longitude <degrees> --radius <metres> [--for <duration>] [--shared] [--label <label>] [--utc] [--units <system>] [--socket <socket>]
            locd region add <identifier> --beacon <uuid[:major[:minor]]> [--for <duration>] [--shared] [--label <label>] [--utc] [--units <system>] [--socket <socket>]
            """,
        discussion: """
            An anchor watch: locd region add anchor --here --radius 40 --for 12h. locd watch --only region shows when the \
            boundary is crossed. With --shared, hooks and locd on see it too; that needs the authorization --always.
            """)

    @Argument(help: "GeoJSON files (RFC 7946; -: standard input); with --radius, --here or --beacon, the identifier.")
    var names: [String]

    @Option(help: "Latitude of the center of a circle, in degrees.")
    var latitude: AngleArgument?

    @Option(help: "Longitude of the center of a circle, in degrees.")
    var longitude: AngleArgument?

    @Flag(help: "Use the present position as the center of the circle.")
    var here = false

    @Option(help: "Radius of a circle, in metres (default with --here: 40).")
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Monitor the surroundings of Bluetooth beacons: of a UUID, of its major value, or of one beacon.",
            valueName: "uuid[:major[:minor]]"))
    var beacon: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("End the region automatically after this time: \(TimeSpan.forms).", valueName: "duration"))
    var duration: String?

    @Flag(help: "Report its events to hooks and to other clients too.")
    var shared = false

    @OptionGroup var owner: LabelOption
    @OptionGroup var display: DisplayOptions
    @OptionGroup var daemon: SocketOption

    /// How far an anchored boat swings, more or less.
    private static let usualRadius = 40.0
    /// Whoever wants longer wants always.
    private static let longest = 366 * 86_400.0

    private var isCircle: Bool { here || latitude != nil || longitude != nil || radius != nil }

    mutating func validate() throws {
        _ = try end(from: .earliest)
        if beacon != nil { _ = try beacons() }
        guard isCircle else { return }
        guard names.count == 1, here ? latitude == nil && longitude == nil : latitude != nil && longitude != nil,
            here || radius != nil
        else {
            throw ValidationError(
                "a circle needs one identifier, and --here, or --latitude, --longitude and --radius")
        }
        // Whether the center is on Earth is known of --here when it is asked for.
        let place = try here ? Coordinate(latitude: 0, longitude: 0) : center()
        guard circle(around: place).isMonitorable else {
            throw ValidationError(
                "invalid circle: latitude -90 to 90, longitude -180 to 180, radius above 0 and at most 1000000 metres, "
                    + "identifier 1 to 255 bytes")
        }
    }

    func run() async throws {
        let regions =
            if beacon != nil {
                [try beacons()]
            } else if isCircle {
                [circle(around: try await here ? presentPosition() : center())]
            } else {
                try files()
            }
        let now = Console.now
        let end = try end(from: now)
        let units = display.unitSystem()
        for region in regions {
            try await daemon.ask { (client) async throws(LocdClientError) in
                try await client.startMonitoring(for: region, label: owner.label, until: end, isShared: shared)
            }
            let until = end.map { " until \(display.calendar.text($0, near: now))" } ?? ""
            let place = here ? ": \(units.distance(radius ?? Self.usualRadius)) around \(region.anchor)" : ""
            Console.say("\(region.identifier.visible) is monitored\(until)\(place)")
        }
    }

    /// When the region ends; `nil` if it lasts.
    private func end(from now: Timestamp) throws -> Timestamp? {
        guard let duration else { return nil }
        guard let span = TimeSpan(duration), span.seconds >= 1, span.seconds <= Self.longest else {
            throw ValidationError(
                "cannot read \"\(duration.visible)\" as a duration of 1 s to 366 days (--for). Examples: \(TimeSpan.forms)"
            )
        }
        return now.advanced(bySeconds: span.seconds)
    }

    private func beacons() throws -> Region {
        guard names.count == 1, !isCircle else {
            throw ValidationError("a region of beacons needs one identifier, and no --here, --latitude or --radius")
        }
        guard let beacon, let constraint = BeaconConstraint(beacon) else {
            throw ValidationError(
                "cannot read \"\((beacon ?? "").visible)\" as beacons. Examples: "
                    + "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0, E2C56DB5-DFFB-48D2-B060-D0F5A71096E0:1:2")
        }
        let region = Region(identifier: names[0], shape: .beacons(constraint))
        guard region.isMonitorable else { throw ValidationError("an identifier has 1 to 255 bytes") }
        return region
    }

    private func center() throws -> Coordinate {
        guard let latitude = latitude?.angle, let longitude = longitude?.angle, latitude.axis != .longitude,
            longitude.axis != .latitude
        else { throw ValidationError("--latitude takes degrees north or south, --longitude degrees east or west") }
        return Coordinate(latitude: latitude.degrees, longitude: longitude.degrees)
    }

    private func circle(around center: Coordinate) -> Region {
        Region(identifier: names[0], center: center, radius: radius ?? Self.usualRadius)
    }

    /// A circle around a position that is less certain than the circle is wide would alarm for nothing, or never.
    private func presentPosition() async throws -> Coordinate {
        let location = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.location(label: owner.label)
        }
        let radius = radius ?? Self.usualRadius
        guard let accuracy = location.horizontalAccuracy, accuracy > radius else { return location.coordinate }
        let figures = (Figure.decimal(accuracy, 0), Figure.decimal(radius, 0))
        Console.say(
            "locd: the position is accurate to \(figures.0) m only, the radius is \(figures.1) m. Wait for a better one "
                + "(locd wait --accuracy \(figures.1)), or give a larger --radius")
        throw ExitCode(.noFix)
    }

    /// More than 100,000 regions need; it bounds the memory.
    private static let largestFile = 64 << 20

    /// All files are read before the first region is added.
    private func files() throws -> [Region] {
        var regions: [Region] = []
        for name in names {
            let path = try StandardInput.path(of: name)
            let data: [UInt8]
            do throws(BoundedFile.Failure) {
                data = try BoundedFile.contents(of: path, limit: Self.largestFile, accepting: .anything)
            } catch {
                Console.say(
                    "locd: cannot read \(path): \(error). For a circle give --here, or --latitude, --longitude and --radius"
                )
                throw ExitCode(.noInput)
            }
            do throws(GeoJSONError) {
                regions += try RegionFile.regions(data)
            } catch {
                for problem in [error] + error.others { Console.say("locd: \(path): \(problem)") }
                if error.omitted > 0 { Console.say("locd: \(path): and \(Words.grouped(error.omitted)) more") }
                throw ExitCode(.malformedInput)
            }
        }
        return regions
    }
}

extension Region {
    /// The middle of a circle, as a person reads it.
    fileprivate var anchor: String {
        if case .circle(let center, _) = shape { center.place() } else { "" }
    }
}
