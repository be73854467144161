internal import Geocoding
package import LocationModel
package import LocationServices
internal import LocdClient
internal import LocdProtocol
internal import NIOPosix
package import Phrasing
internal import SystemSupport
internal import TrackTools
internal import Tracks

/// Routes requests and makes the replies. A route that needs a viewer checks the viewer's permission first.
package struct WebApp: Sendable {
    let rules: RequestRules
    let finder: ViewerFinder
    let authority: ViewerAuthority
    let signIns: SignIns
    let tokens: TokenFile
    let files: PageFiles
    let source: TrackSource
    private let awaited = AwaitedReadings()
    let sketches: DaySketches
    let ground: Ground
    let client: LocdClient
    let feed: LiveFeed
    let regions: RegionDesk
    let tiles: TileOverlay?
    private let headers: [(name: String, value: String)]
    let gate: ViewerGate
    private let upkeep: MemoryUpkeep
    let calendar: LocalCalendar
    let units: UnitSystem
    let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - questions: The questions to the daemon about viewers.
    ///   - libraries: Where Debian keeps libraries for browsers.
    ///   - giveBack: Returns unused memory to the system.
    ///   - now: The time of day.
    package init(
        _ configuration: WebConfiguration, questions: ViewerAuthority.Questions? = nil,
        libraries: String = "/usr/share/javascript", calendar: LocalCalendar, clock: MonotonicClock,
        giveBack: @escaping @Sendable () -> Void = {}, now: @escaping @Sendable () -> Timestamp
    ) {
        client = LocdClient(socketPath: configuration.socket)
        rules = RequestRules(hosts: configuration.hosts, listen: configuration.listen)
        tokens = TokenFile(path: configuration.tokens)
        signIns = SignIns(clock: clock)
        finder = ViewerFinder(
            rules: rules, tokens: tokens, signIns: signIns, limiter: AttemptLimiter(clock: clock))
        authority = ViewerAuthority(questions ?? ViewerAuthority.Questions(client), clock: clock)
        files = PageFiles(libraries: libraries)
        source = TrackSource(directory: configuration.tracks, regions: configuration.regions)
        sketches = DaySketches(source, calendar: calendar, clock: clock, awaited: awaited)
        ground = Ground(baseMap: configuration.baseMap, places: configuration.places)
        regions = RegionDesk(client, now: now)
        tiles = configuration.tiles.map(TileOverlay.init)
        headers = SecurityHeaders.all(tiles: tiles?.server)
        feed = LiveFeed(client, authority, clock: clock) { [ground] in ground.town(near: $0) }
        gate = ViewerGate()
        upkeep = MemoryUpkeep(clock: clock, giveBack: giveBack)
        self.calendar = calendar
        units = configuration.units
        self.now = now
    }

    /// What the page cannot show, each with the step that cures it: said at the start, and on the page.
    package var missing: [String] {
        var found = files.missing.map(\.description)
        if !ground.hasMap { found.append("no coasts and borders: \(Self.cure("base map", "baseMap"))") }
        if !ground.hasTowns { found.append("no names of towns: \(Self.cure("place table", "places"))") }
        if let problem = tiles?.problem {
            found.append("no map tiles: \(problem); change tiles: in web.yaml")
        }
        if let problem = source.problem { found.append(problem) }
        return found
    }

    private static func cure(_ table: String, _ key: String) -> String {
        "the \(table) cannot be read; install the package locd again (from source: make places), or set \(key): in web.yaml"
    }

    /// Runs what goes on beside the replies, until cancelled: reads days beforehand and returns memory.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await sketches.run { upkeep.noteUse() } }
            group.addTask { await upkeep.run() }
        }
    }

    /// The reply to a request, with the headers that every reply has.
    package func reply(to request: WebRequest) async -> WebReply {
        var reply = await answer(request)
        for (name, value) in headers { reply.headers[name] = value }
        return reply
    }

    private func answer(_ request: WebRequest) async -> WebReply {
        if let refusal = rules.refusal(of: request) { return refusal }
        if let file = files.reply(to: request) {
            return request.method == "GET" || request.method == "HEAD" ? file : .problem(405, "this is a file")
        }
        guard request.path.hasPrefix("/api/") || request.path.hasPrefix("/tiles/") else {
            return .problem(404, "there is nothing here")
        }
        let viewer: Viewer
        do throws(ViewerFinder.Refusal) {
            if request.path == "/api/session", request.method == "POST" { return try signIn(request) }
            viewer = try await finder.viewer(of: request)
        } catch {
            return Self.refusal(error)
        }
        let permission = await authority.permission(of: viewer)
        if request.path == "/api/session" { return session(request, viewer, permission) }
        guard permission.disclosure != .nothing else { return .problem(403, permission.reason) }
        if request.path == "/api/regions" {
            guard permission.disclosure == .everything else { return Self.needsFullAccuracy(permission) }
            return await gated(viewer) { await regions.reply(to: request) }
        }
        guard request.method == "GET" else { return .problem(405, "this method does nothing here") }
        if request.path.hasPrefix("/tiles/") { return await tile(request.path.split(separator: "/").map(String.init)) }
        let parts = request.path.split(separator: "/").dropFirst().map(String.init)
        switch (parts.first, parts.count) {
        case ("live", 1):
            return await gate.stream(viewer) { write in
                try await feed.run(viewer, permission, isSignedIn: { finder.isStill(viewer, in: request) }, write)
            }
        case ("ground", 4): return await square(parts)
        case ("towns", 1): return await towns(request)
        case ("why", 1): return await gated(viewer) { await why(request, permission) }
        case ("tracks", 2): return await gated(viewer) { await track(parts[1], permission) }
        case ("calendar", 2), ("overview", 2), ("export", 2):
            guard permission.disclosure == .everything else { return Self.needsFullAccuracy(permission) }
            return await gated(viewer) {
                switch parts[0] {
                case "calendar": await overview(parts[1], zoom: nil)
                case "overview": await overview(parts[1], zoom: request.query?["zoom"].flatMap { Int($0) } ?? 5)
                default: await download(parts[1])
                }
            }
        default: return .problem(404, "there is nothing here")
        }
    }

    private static func needsFullAccuracy(_ permission: Permission) -> WebReply {
        .problem(403, "this needs full accuracy; \(permission.reason)")
    }

    // MARK: Signing in

    private static func refusal(_ refusal: ViewerFinder.Refusal) -> WebReply {
        switch refusal {
        case .wrongToken: .problem(401, "the token is not known; locd web token makes one")
        case .tooManyAttempts: .problem(429, "too many wrong tokens; wait ten seconds", retryAfter: 10)
        }
    }

    private func signIn(_ request: WebRequest) throws(ViewerFinder.Refusal) -> WebReply {
        let token = String(decoding: request.body, as: UTF8.self).filter { !$0.isWhitespace }
        let entry = try finder.entry(of: token, request)
        return signedIn(true, signIns.add(entry), seconds: 2_592_000)
    }

    private func signedIn(_ isSignedIn: Bool, _ value: String, seconds: Int) -> WebReply {
        var reply = WebReply.json(JSONText.object { $0.member("signedIn", isSignedIn) })
        reply.headers["Set-Cookie"] =
            "\(SignIns.cookie)=\(value); Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
        return reply
    }

    private func session(_ request: WebRequest, _ viewer: Viewer, _ permission: Permission) -> WebReply {
        if request.method == "DELETE" {
            if let value = SignIns.value(in: request.headers["cookie"]) { signIns.remove(value) }
            return signedIn(false, "", seconds: 0)
        }
        guard request.method == "GET" else { return .problem(405, "this method does nothing here") }
        if permission.disclosure == .everything { sketches.prepareYear(upTo: now()) }
        return .json(
            JSONText.object { line in
                switch permission.disclosure {
                case .everything: line.member("access", "full" as StaticString)
                case .reduced: line.member("access", "reduced" as StaticString)
                case .nothing: line.member("access", "none" as StaticString)
                }
                line.member("reason", permission.reason)
                if case .token(let name, _) = viewer { line.member("token", name) }
                line.member("acceptsTokens", tokens.path != nil)
                line.member("version", LocdRelease.version)
                line.member("units", units.rawValue)
                line.member("hasMap", ground.hasMap)
                line.member("hasTowns", ground.hasTowns)
                if permission.disclosure != .nothing {
                    tiles?.write(to: &line)
                    // The day depends on the time zone, and so on where the box is.
                    line.member("today", "\(calendar.day(of: now()))")
                    let today = calendar.start(of: calendar.day(of: now()))
                    DayDocument.offsets(from: today, to: today.advanced(bySeconds: 400 * 86_400), calendar, &line)
                }
                if permission.disclosure == .everything { line.strings("missing", missing) }
                if permission.disclosure == .everything, let first = try? source.firstDay() {
                    line.member("firstDay", "\(first)")
                }
            })
    }

    // MARK: The track

    private func gated(_ viewer: Viewer, _ body: () async -> WebReply) async -> WebReply {
        guard gate.enter(viewer) else {
            return .problem(429, "too many requests at once; wait a moment", retryAfter: 1)
        }
        awaited.begin()
        defer {
            awaited.end()
            gate.leave(viewer)
            upkeep.noteUse()
        }
        return await body()
    }

    private func track(_ name: String, _ permission: Permission) async -> WebReply {
        guard let range = DayRange(name) else {
            return .problem(400, "write a day such as 2026-11-21, or two with .. between")
        }
        return await reading { () throws(TrackSource.Failure) in
            let interval = range.interval(in: calendar)
            guard permission.disclosure == .everything else {
                return .json(DayDocument.reduced(range, try source.reducedPlaces(interval), calendar: calendar))
            }
            var snapshot = try source.snapshot()
            var day = TrackDay(in: interval)
            let outcome = try snapshot.read(interval, withContext: true) {
                day.add($0)
            } step: {
                day.add($0)
            }
            day.finish()
            let regions = snapshot.regions.filter { $0.privacy == nil }
            let document = DayDocument(
                range, day, regions: regions, faults: outcome.faults, calendar: calendar, units: units,
                town: ground.town)
            return .json(document.json)
        }
    }

    private func overview(_ name: String, zoom: Int?) async -> WebReply {
        guard let range = DayRange(name), (0...22).contains(zoom ?? 0) else {
            return .problem(400, "write two days with .. between, such as 2026-01-01..2026-12-31")
        }
        do throws(TrackSource.Failure) {
            let found = try await sketches.sketches(of: range)
            return .json(
                zoom.map { OverviewDocument.overview(found, zoom: $0) } ?? OverviewDocument.calendar(found))
        } catch {
            return .problem(503, error.description)
        }
    }

    private func download(_ name: String) async -> WebReply {
        guard let type = TrackDownload.types.first(where: { name.hasSuffix($0.ending) }),
            let range = DayRange(name.dropLast(type.ending.count))
        else { return .problem(400, "write a day and .gpx, .geojson or .kml, such as 2026-11-21.gpx") }
        return await reading(on: Self.exporting) { () throws(TrackSource.Failure) in
            let download = try TrackDownload(
                type.format, of: range.interval(in: calendar), title: "\(range)",
                creator: "locd \(LocdRelease.version)",
                from: source)
            return WebReply(
                type: type.type,
                headers: [
                    "Cache-Control": "no-store",
                    "Content-Disposition": "attachment; filename=\"\(range)\(type.ending)\"",
                ], body: .stream { write in try await download.write(to: write) })
        }
    }

    private func why(_ request: WebRequest, _ permission: Permission) async -> WebReply {
        guard let text = request.query?["time"], let moment = Timestamp(text) else {
            return .problem(400, "write time=2026-11-21T12:03:00Z")
        }
        guard permission.disclosure == .everything else { return Self.needsFullAccuracy(permission) }
        let document = WhyDocument(moment, source: source, calendar: calendar)
        let (from, to) = document.interval
        let reply = try? await client.why(from: from, to: to).redacted(for: permission.authorization)
        let now = now()
        return await reading { () throws(TrackSource.Failure) in .json(try document.json(reply, at: now)) }
    }

    // MARK: The ground

    private func square(_ parts: [String]) async -> WebReply {
        guard let zoom = Int(parts[1]), let column = Int(parts[2]), let row = Int(parts[3]) else {
            return .problem(400, "write /api/ground/ZOOM/COLUMN/ROW")
        }
        return await reading { () throws(TrackSource.Failure) in
            guard let bytes = ground.square(zoom: zoom, column: column, row: row) else {
                return .problem(404, ground.hasMap ? "there is no such square" : "there is no base map")
            }
            return WebReply(
                type: "application/json", headers: ["Cache-Control": "private, max-age=86400"], body: .bytes(bytes))
        }
    }

    private func tile(_ parts: [String]) async -> WebReply {
        guard let tiles, parts.count == 4, let zoom = Int(parts[1]), let column = Int(parts[2]), let row = Int(parts[3])
        else {
            return .problem(
                tiles == nil ? 404 : 400, tiles == nil ? "there are no tiles" : "write /tiles/ZOOM/COLUMN/ROW")
        }
        return await reading { () throws(TrackSource.Failure) in tiles.reply(zoom: zoom, column: column, row: row) }
    }

    private func towns(_ request: WebRequest) async -> WebReply {
        let figures = (request.query?["box"] ?? "").split(separator: ",").compactMap { Double($0) }
        guard figures.count == 4, let south = figures.first, (-90...90).contains(south),
            (-90...90).contains(figures[2]), south <= figures[2], (-180...180).contains(figures[1]),
            (0...360).contains(figures[3])
        else { return .problem(400, "write box=SOUTH,WEST,NORTH,WIDTH in degrees") }
        var box = BoundingBox(around: Coordinate(latitude: 0, longitude: 0), reaching: 0)
        (box.south, box.west, box.north, box.width) = (south, figures[1], figures[2], figures[3])
        let limit = min(max(request.query?["limit"].flatMap { Int($0) } ?? 40, 1), 120)
        return await reading { [box] () throws(TrackSource.Failure) in
            .json(
                JSONText.object { line in
                    line.objects("towns", ground.towns(within: box, limit: limit)) { $1.write(to: &$0) }
                })
        }
    }

    /// An export of a year takes minutes on a small machine: one after the other, beside all else.
    private static let exporting = try? ExecutorThread(named: "web-exporting")

    /// Runs something that reads files, on a thread that may block: this one, or one of the pool.
    private func reading(
        on thread: ExecutorThread? = nil, _ body: @escaping @Sendable () throws(TrackSource.Failure) -> WebReply
    ) async -> WebReply {
        let answer: @Sendable () -> WebReply = {
            do throws(TrackSource.Failure) {
                return try body()
            } catch {
                return .problem(503, error.description)
            }
        }
        if let thread { return await withTaskExecutorPreference(thread) { answer() } }
        let reply = try? await NIOThreadPool.singleton.runIfActive(answer)
        return reply ?? .problem(503, "locd-web is being stopped")
    }
}
