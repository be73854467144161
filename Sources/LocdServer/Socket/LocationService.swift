public import LocationModel
public import LocdProtocol

/// What the daemon tells those who call its socket of itself; what it does for clients is done by ``Sessions``.
///
/// It answers with everything that it knows: what a caller may not have is taken out by the socket, in one place.
public protocol LocationService: Sendable {
    /// How the daemon, its receiver and its track are. ``StatusReply/clients`` is filled in by the socket.
    func status() async -> StatusReply

    /// The location that those are told who may have no exact one; `nil` where there is none that is recent.
    func reducedLocation() async -> Location?

    /// The satellites that the receiver sees.
    func sky() async -> LocationInterface.Sky.Reply

    /// What became of the latest fixes that lie in [from, to), the latest `limit` of them.
    func why(from: Timestamp?, to: Timestamp?, limit: Int) async -> WhyReply

    /// The files of the track.
    func tracks() async -> LocationInterface.Tracks.Reply

    /// The configuration in force.
    func settings() async -> [ReportedSetting]

    /// Reads the configuration again; a sentence for each key that changed.
    /// - Throws: `VarlinkError.reloadRefused` with what is wrong with it.
    func reload() async throws(VarlinkError) -> [String]
}

extension MethodTable {
    /// What the daemon says of itself.
    static func daemon(_ service: any LocationService) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.Status.self, for: .everybody) { _, caller in
                var status = await service.status()
                status.clients = caller.otherConnections()
                return status.redacted(for: caller.authorization, reduced: await service.reducedLocation())
            },
            // Where satellites stand in the sky tells where one stands.
            MethodHandler(LocationInterface.Sky.self, for: .fullAccuracy) { _, _ in await service.sky() },
            MethodHandler(LocationInterface.Why.self, for: .everybody) { parameters, caller throws(VarlinkError) in
                let (from, to) = (try parameters.firstMoment, try parameters.endMoment)
                let reply = await service.why(from: from, to: to, limit: try parameters.effectiveLimit)
                return reply.redacted(for: caller.authorization)
            },
            MethodHandler(LocationInterface.Tracks.self, for: .fullAccuracy) { _, _ in await service.tracks() },
            // It names the directory of the track.
            MethodHandler(LocationInterface.Configuration.self, for: .fullAccuracy) { _, _ in
                LocationInterface.Configuration.Reply(settings: await service.settings())
            },
            MethodHandler(LocationInterface.Reload.self, for: .administration) { _, _ throws(VarlinkError) in
                LocationInterface.Reload.Reply(changes: try await service.reload())
            },
        ]
    }
}
