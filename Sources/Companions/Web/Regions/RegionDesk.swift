internal import LocationModel
internal import LocdClient
internal import LocdProtocol
internal import TrackTools

/// The regions that viewers draw on the page. The daemon keeps and monitors them for this process, also while no page
/// is open, and reports them to the administrator's hooks and to other clients.
struct RegionDesk: Sendable {
    /// The client that owns them; the sessions of ``LiveFeed`` with full accuracy belong to the same client.
    static let label = "locd-web"
    /// The hours that a region may last.
    private static let hours = 1...8784

    private let client: LocdClient
    private let now: @Sendable () -> Timestamp

    init(_ client: LocdClient, now: @escaping @Sendable () -> Timestamp) {
        self.client = client
        self.now = now
    }

    /// Lists the regions (`GET`), adds one (`POST` of a GeoJSON Feature, with `hours` if it ends by itself), or removes
    /// one (`DELETE` with `identifier`).
    func reply(to request: WebRequest) async -> WebReply {
        do throws(LocdClientError) {
            switch request.method {
            case "GET", "HEAD": return try await list()
            case "POST": return try await add(request)
            case "DELETE":
                guard let identifier = request.query?["identifier"], !identifier.isEmpty else {
                    return .problem(400, "write identifier=NAME")
                }
                try await client.stopMonitoring(for: identifier, label: Self.label)
                return try await list()
            default: return .problem(405, "this method does nothing here")
            }
        } catch {
            return Self.problem(error)
        }
    }

    private func list() async throws(LocdClientError) -> WebReply {
        let found = try await client.regions(label: Self.label)
        return .json(
            JSONText.object { line in
                line.objects("regions", found) { line, monitored in
                    guard let region = try? monitored.region.region() else { return }
                    region.write(to: &line)
                    line.member("state", monitored.state.rawValue)
                    line.member("mayChange", !(monitored.isAdministered ?? false) && monitored.owner == nil)
                    if let owner = monitored.owner { line.member("owner", owner) }
                    line.member("isShared", monitored.isShared ?? false)
                    line.moment("until", monitored.until.flatMap { Timestamp($0) })
                }
            })
    }

    private func add(_ request: WebRequest) async throws(LocdClientError) -> WebReply {
        let regions: [Region]
        do throws(GeoJSONError) {
            regions = try RegionFile.regions(request.body)
        } catch {
            return .problem(400, "\(error)")
        }
        guard regions.count == 1, let region = regions.first, region.isMonitorable else {
            return .problem(
                400, "send one GeoJSON Feature with an id of 1 to 255 bytes and a shape")
        }
        guard region.privacy == nil else {
            return .problem(400, "only the administrator can make a region private, in the regions file")
        }
        var end: Timestamp?
        if let text = request.query?["hours"] {
            guard let hours = Int(text), Self.hours.contains(hours) else {
                return .problem(400, "write hours=12; at most \(Self.hours.upperBound)")
            }
            end = now().advanced(bySeconds: Double(hours) * 3600)
        }
        do throws(LocdClientError) {
            try await client.startMonitoring(for: region, label: Self.label, until: end, isShared: true)
        } catch {
            // A user's own locd web may not set off the administrator's hooks; the region is that user's all the same.
            guard case .refused(.permissionDenied) = error.code else { throw error }
            try await client.startMonitoring(for: region, label: Self.label, until: end)
        }
        return try await list()
    }

    private static func problem(_ error: LocdClientError) -> WebReply {
        switch error.code {
        case .refused(.invalidRegion), .refused(.regionLimit), .refused(.clientLimit), .refused(.invalidParameter):
            .problem(400, "\(error)")
        case .refused(.noSuchRegion): .problem(404, "\(error)")
        case .refused: .problem(403, "\(error)")
        default: .problem(503, "locd does not answer; restart it with: systemctl restart locd")
        }
    }
}
