internal import CommandText
package import LocationModel
package import LocationServices
package import LocdClient
internal import LocdProtocol
internal import Phrasing
internal import TrackTools

/// The live events of one page: server-sent events `state`, `position`, `region` and `sky`, until the browser
/// disconnects, its permission changes, or its token or sign-in ends.
///
/// Each page has its own session on the daemon's socket while it is open: a closed page does not keep the receiver on.
package struct LiveFeed: Sendable {
    /// The interval of `state`, which is the heartbeat as well.
    static let interval = Duration.seconds(3)

    private let client: LocdClient
    private let authority: ViewerAuthority
    private let clock: MonotonicClock
    private let town: @Sendable (Coordinate) -> String?

    package init(
        _ client: LocdClient, _ authority: ViewerAuthority, clock: MonotonicClock,
        town: @escaping @Sendable (Coordinate) -> String?
    ) {
        self.client = client
        self.authority = authority
        self.clock = clock
        self.town = town
    }

    /// Streams events until the client disconnects.
    /// - Parameter isSignedIn: Whether the viewer could still enter; asked before each `state`.
    package func run(
        _ viewer: Viewer, _ permission: Permission, isSignedIn: @escaping @Sendable () -> Bool,
        _ write: WebReply.Writer
    ) async throws {
        // The browser reconnects after this many milliseconds.
        try await write(Array("retry: 2000\n\n".utf8))
        let (messages, queue) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await follow(permission, queue) }
            group.addTask {
                await send(viewer, permission, isSignedIn, queue)
                queue.finish()
            }
            defer { group.cancelAll() }
            for await message in messages { try await write(message) }
        }
    }

    /// Streams positions with the accuracy that the viewer is authorized for.
    private func follow(_ permission: Permission, _ queue: AsyncStream<[UInt8]>.Continuation) async {
        guard permission.disclosure != .nothing else { return }
        var settings = SessionSettings()
        settings.pausesLocationUpdatesAutomatically = false
        if permission.disclosure == .reduced { settings.desiredAccuracy = "reduced" }
        // A session with full accuracy is the client that owns the page's regions: their missed events come first.
        let label = permission.disclosure == .everything ? RegionDesk.label : RegionDesk.label + "-reduced"
        // A page that reads the state again soon has its position again, too.
        let session = client.session(
            label: label, services: [.updatingLocation], settings: settings,
            reconnection: Reconnection(longest: .seconds(2)))
        do {
            for try await update in session {
                guard case .events(let events) = update else { continue }
                for event in events {
                    switch event {
                    case .location(let location): queue.yield(Self.message("position", Self.json(location)))
                    case .region(let event) where permission.disclosure == .everything && event.cause == .crossed:
                        queue.yield(Self.message("region", Self.json(event)))
                    default: break
                    }
                }
            }
        } catch {
            // A state without positions would be taken for theirs: the browser connects again, when it has read it.
            _ = await clock.rest(for: Self.interval)
            queue.finish()
        }
    }

    /// Streams the state periodically; returns when the viewer's permission changes, or ends.
    private func send(
        _ viewer: Viewer, _ permission: Permission, _ isSignedIn: @Sendable () -> Bool,
        _ queue: AsyncStream<[UInt8]>.Continuation
    ) async {
        while !Task.isCancelled {
            guard isSignedIn(), await authority.permission(of: viewer).authorization == permission.authorization else {
                return
            }
            do {
                let status = try await client.status().redacted(for: permission.authorization)
                queue.yield(Self.message("state", Self.json(status, permission, town)))
                if permission.disclosure == .everything, let sky = try? await client.satellites() {
                    queue.yield(Self.message("sky", Self.json(sky)))
                }
            } catch {
                queue.yield(Self.message("state", Self.json(absence: error)))
            }
            guard await clock.rest(for: Self.interval) else { return }
        }
    }

    /// One event of the stream: a name, and JSON of one line.
    static func message(_ name: String, _ json: [UInt8]) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
    }

    static func json(_ location: Location) -> [UInt8] {
        JSONText.object { line in
            line.moment("time", location.timestamp)
            line.place(location.coordinate)
            line.member("accuracy", location.horizontalAccuracy, decimals: 1)
            line.member("altitude", location.altitude, decimals: 1)
            line.member("speed", location.speed, decimals: 2)
            line.angle("course", location.course)
            line.member("satellites", location.satellitesUsed)
            if let integrity = location.integrity { line.member("integrity", integrity.rawValue) }
            if location.isSimulated { line.member("simulated", true) }
        }
    }

    static func json(_ event: RegionEvent) -> [UInt8] {
        JSONText.object { line in
            line.moment("time", event.timestamp)
            line.member("identifier", event.identifier)
            line.member("state", event.state.rawValue)
        }
    }

    static func json(
        _ status: StatusReply, _ permission: Permission, _ town: (Coordinate) -> String? = { _ in nil }
    ) -> [UInt8] {
        JSONText.object { line in
            line.member("reachable", true)
            line.member("accuracy", permission.disclosure == .everything ? "full" : "reduced")
            line.member("receiver", status.receiver.state.rawValue)
            line.member("sentence", status.integrity?.summary ?? StatusText(status).receiverSummary)
            if status.integrity?.state == .notTrusted { line.member("untrusted", true) }
            if let remedy = status.integrity?.remedy ?? status.receiver.remedy { line.member("remedy", remedy) }
            line.member("locationAge", status.locationAge, decimals: 1)
            line.member("satellitesUsed", status.receiver.satellitesUsed)
            line.member("satellitesVisible", status.receiver.satellitesVisible)
            line.member("recorder", status.recorder.state.rawValue)
            if let motion = status.motion {
                line.member("motion", motion.state.rawValue)
                line.moment("motionSince", motion.since.flatMap { Timestamp($0) })
            }
            if let remedy = status.recorder.remedy { line.member("recorderRemedy", remedy) }
            if permission.disclosure == .everything {
                if let town = (status.location?.location).flatMap({ town($0.coordinate) }) { line.member("town", town) }
                line.strings("problems", status.problems)
            }
        }
    }

    static func json(absence error: any Error) -> [UInt8] {
        JSONText.object { line in
            line.member("reachable", false)
            line.member("sentence", "locd does not answer" as StaticString)
            line.member("remedy", "Start or restart it with: systemctl restart locd" as StaticString)
        }
    }

    static func json(_ satellites: [ReportedSatellite]) -> [UInt8] {
        JSONText.object { line in
            line.objects("satellites", satellites) { line, satellite in
                if let constellation = satellite.constellation { line.member("constellation", constellation.rawValue) }
                line.member("identifier", satellite.identifier)
                line.member("signal", satellite.signalStrength, decimals: 0)
                line.member("elevation", satellite.elevation, decimals: 0)
                line.member("azimuth", satellite.azimuth, decimals: 0)
                line.member("used", satellite.isUsed)
            }
        }
    }
}
