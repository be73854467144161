import ArgumentParser
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing

/// `locd watch`: what happens, as it happens.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow the position live.",
        discussion: """
            On a terminal, show a screen with position, accuracy, speed, course, satellites, recorder and clients, \
            until you press q. Elsewhere, or with --json, print a line of JSON for each location and each event, as \
            in the track, until interrupted. If the connection to the daemon is lost, report it and wait for its \
            return.

            Exit codes: 69 daemon not reachable at the start, 77 not permitted, 1 other errors.
            """
    )

    @Flag(help: "Print lines of JSON, also on a terminal.")
    var json = false

    @Option(help: ArgumentHelp("Limit to locations at least this far from the last one.", valueName: "metres"))
    var distanceFilter: Double?

    @Option(
        help: ArgumentHelp(
            "The accuracy to request:  \(DesiredAccuracy.names.joined(separator: ", ")), or metres.",
            valueName: "accuracy"))
    var desiredAccuracy: String?

    @Option(help: "The label of a client, to include the events of its regions and visits.")
    var label: String?

    @Option(
        help: ArgumentHelp(
            "Limit the lines of JSON to these event types, separated by commas: location, visit, region, gap, pause, …",
            valueName: "types"))
    var only: String?

    @OptionGroup var display: DisplayOptions
    @OptionGroup var daemon: SocketOption

    mutating func validate() throws {
        if let distanceFilter, !(0...100_000).contains(distanceFilter) {
            throw ValidationError("--distance-filter must be 0 to 100000 metres")
        }
        let known = Set(LocationEvent.Kind.allCases.map(\.rawValue))
        if let kinds, let unknown = kinds.first(where: { !known.contains($0) }) {
            let nearest = NearestName.nearest(to: unknown, among: known.sorted())
            throw ValidationError(
                "unknown type of event \"\(unknown.visible)\""
                    + (nearest?.isLikely == true ? ". Did you mean \(nearest?.name ?? "")?" : ""))
        }
        if let desiredAccuracy, DesiredAccuracy(desiredAccuracy) == nil {
            throw ValidationError(
                "--desired-accuracy must be one of \(DesiredAccuracy.names.joined(separator: ", ")), or metres above 0")
        }
    }

    func run() async throws {
        var settings = SessionSettings()
        settings.distanceFilter = distanceFilter
        settings.desiredAccuracy = desiredAccuracy
        // Whoever watches wants to see it, also while nothing moves.
        settings.pausesLocationUpdatesAutomatically = false
        var services: Set<SessionService> = kinds?.contains("visit") == true ? [.monitoringVisits] : []
        if kinds?.contains("timeZone") == true { services.insert(.timeZone) }
        if kinds?.contains("steps") == true { services.insert(.stepUpdates) }
        if kinds?.contains("receiver") == true { services.insert(.receiver) }
        let session = daemon.client.session(
            label: label, services: services.union([.updatingLocation, .updatingHeading, .administeredRegions]),
            settings: settings)
        if json || !Terminal.isCapable { try await print(session) } else { try await show(session) }
    }

    private func show(_ session: LocationSession) async throws {
        let display = WatchDisplay(
            client: daemon.client, session: session, isColoured: Console.isColoured,
            format: DisplayFormat(calendar: display.calendar, units: display.unitSystem()))
        switch try await display.run() {
        case .quit: break
        case .signal(let number): throw ExitCode(128 + number)
        case .failure(let error):
            throw Console.failure(error)
        }
    }

    /// The types of events that are wanted; `nil` for all of them.
    private var kinds: Set<String>? { only.map { Set($0.split(separator: ",").map(String.init)) } }

    /// What holds before anything happens: where regions are known to be.
    private func putPresentState() async throws {
        guard kinds?.contains("region") ?? true, let regions = try? await daemon.client.regions(label: label),
            let status = try? await daemon.client.status()
        else { return }
        let now = status.location?.location.timestamp ?? Console.now
        var line = JSONLine()
        for region in regions where region.state != .unknown {
            line.append(
                .region(
                    RegionEvent(
                        timestamp: now, identifier: region.region.identifier, state: region.state, cause: .requested)))
        }
        if !line.bytes.isEmpty { try Console.put(line) }
    }

    private func print(_ session: LocationSession) async throws {
        var wasConnected = false
        do {
            for try await update in session {
                switch update {
                case .connected:
                    try await session.requireAuthorization()
                    if wasConnected {
                        Console.say("locd: the daemon is back")
                    } else {
                        try await putPresentState()
                    }
                    wasConnected = true
                case .disconnected(let error, let pause):
                    guard wasConnected else { throw error }
                    Console.say("locd: \(error.problem); trying again in \(Int(rounding: pause / .seconds(1), .up)) s")
                case .missed(let count):
                    Console.say("locd: \(count) missed: the output is read too slowly")
                case .events(let events):
                    try await session.requireAuthorization()
                    var line = JSONLine()
                    for event in events where kinds?.contains(event.kind.rawValue) ?? true { line.append(event) }
                    if !line.bytes.isEmpty { try Console.put(line) }
                }
            }
        } catch let error as LocdClientError {
            throw Console.failure(error)
        }
    }
}
