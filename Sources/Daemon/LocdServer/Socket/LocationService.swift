public import LocationModel
public import LocdProtocol

/// What the daemon reports about itself on its socket; ``Sessions`` serves positions to clients.
///
/// It returns everything it knows; the socket removes, in one place, what a caller is not authorized to read.
public protocol LocationService: Sendable {
    /// The status of the daemon, its receiver and its track. The socket fills in ``StatusReply/clients``.
    ///
    /// - Parameters:
    ///   - showsWords: Whether it has the words of a refused configuration, or only their number and the file.
    ///   - privateRegions: Whether it has the hooks that name a private region, which tell when that was crossed.
    func status(showsWords: Bool, privateRegions: Bool) async -> StatusReply

    /// The location for clients with reduced accuracy; `nil` if no recent one exists.
    func reducedLocation() async -> Location?

    /// The satellites in view of the receiver.
    func sky() async -> LocationInterface.Sky.Reply

    /// The outcomes of the latest fixes in [from, to), at most `limit`; those in private regions only if
    /// `privateRegions`.
    func why(from: Timestamp?, to: Timestamp?, limit: Int, privateRegions: Bool) async -> WhyReply

    /// The files of the track.
    func tracks() async -> LocationInterface.Tracks.Reply

    /// What the track says about motion in [from, to).
    func motionHistory(from: Timestamp, to: Timestamp) async -> LocationInterface.MotionHistory.Reply

    /// Takes advertisements that another receiver heard; returns how many are those of beacons.
    /// - Throws: `VarlinkError.rangingUnavailable` if the daemon does not listen to beacons.
    func receive(_ advertisements: [(payload: [UInt8], rssi: Int)]) async throws(VarlinkError) -> Int

    /// Takes steps that another device counted.
    /// - Throws: `VarlinkError.stepCountingUnavailable` if the daemon counts no steps; what is wrong with them.
    func report(_ steps: StepsParameters) async throws(VarlinkError)

    /// Changes what the recorder asks for and writes.
    /// - Throws: `VarlinkError.recorderOff` if nothing is recorded; which parameter is out of range.
    func overrideRecorder(_ parameters: OverrideRecorderParameters) async throws(VarlinkError)

    /// The configuration in force.
    func settings() async -> [ReportedSetting]

    /// Reads the configuration again; returns a sentence for each key that changed.
    /// - Throws: `VarlinkError.reloadRefused` with the problems of the configuration.
    func reload() async throws(VarlinkError) -> [String]
}

extension MethodTable {
    /// The methods with which the daemon reports about itself.
    static func daemon(_ service: any LocationService, _ sessions: Sessions) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.Status.self, for: .everybody) { _, caller in
                var status = await service.status(
                    showsWords: caller.mayReadConfiguration, privateRegions: caller.isAdministrator)
                status.clients += caller.otherConnections()
                let reply = status.redacted(
                    for: caller.authorization, reduced: await service.reducedLocation(),
                    isAdministrator: caller.isAdministrator)
                if reply.location != nil { sessions.note(caller) }
                return reply
            },
            // The position of the satellites in the sky reveals that of the receiver.
            MethodHandler(LocationInterface.Sky.self, for: .fullAccuracy) { _, caller in
                sessions.note(caller)
                return await service.sky()
            },
            MethodHandler(LocationInterface.Why.self, for: .everybody) { parameters, caller throws(VarlinkError) in
                let (from, to) = (try parameters.firstMoment, try parameters.endMoment)
                let privateRegions = parameters.privateRegions == true && caller.isAdministrator
                let reply = await service.why(
                    from: from, to: to, limit: try parameters.effectiveLimit, privateRegions: privateRegions)
                return reply.redacted(for: caller.authorization)
            },
            MethodHandler(LocationInterface.Tracks.self, for: .fullAccuracy) { _, caller in
                var reply = await service.tracks()
                guard !caller.isAdministrator else { return reply }
                for index in reply.files.indices { reply.files[index].bytes = nil }
                return reply
            },
            MethodHandler(LocationInterface.MotionHistory.self, for: .fullAccuracy) {
                parameters, caller throws(VarlinkError) in
                let period = try parameters.period
                sessions.note(caller)
                let reply = await service.motionHistory(from: period.from, to: period.to)
                // Others may be served first, for minutes: what was decided meanwhile applies to this reply.
                if let refusal = caller.authorization.refusal { throw refusal }
                return reply
            },
            MethodHandler(LocationInterface.ReportAdvertisements.self, for: .administration) {
                parameters, _ throws(VarlinkError) in
                LocationInterface.ReportAdvertisements.Reply(
                    beacons: try await service.receive(try parameters.effective))
            },
            MethodHandler(LocationInterface.ReportSteps.self, for: .stepReports) {
                parameters, _ throws(VarlinkError) in
                try await service.report(parameters)
                return EmptyReply()
            },
            MethodHandler(LocationInterface.OverrideRecorder.self, for: .administration) {
                parameters, _ throws(VarlinkError) in
                try await service.overrideRecorder(parameters)
                return EmptyReply()
            },
            // The reply names the directory of the track.
            MethodHandler(LocationInterface.Configuration.self, for: .fullAccuracy) { _, _ in
                LocationInterface.Configuration.Reply(settings: await service.settings())
            },
            MethodHandler(LocationInterface.Reload.self, for: .administration) { _, _ throws(VarlinkError) in
                LocationInterface.Reload.Reply(changes: try await service.reload())
            },
        ]
    }
}
