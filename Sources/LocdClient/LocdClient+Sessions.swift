public import LocationModel
public import LocdProtocol

extension LocdClient {
    /// A session of one's own; see ``LocationSession``. Nothing is opened before it is iterated.
    /// - Parameters:
    ///   - label: What this client calls itself: regions and visits are kept by user, systemd unit and label.
    ///   - services: What it starts with.
    ///   - settings: What it starts with.
    ///   - reconnection: When it tries again.
    public func session(
        label: String? = nil, services: Set<SessionService> = [], settings: SessionSettings = SessionSettings(),
        reconnection: Reconnection = Reconnection()
    ) -> LocationSession {
        LocationSession(
            client: self, label: label, services: services, settings: settings, reconnection: reconnection,
            sleep: { try await Task.sleep(for: $0) })
    }

    /// Locations as they come, through the filters of the settings.
    public func updates(
        label: String? = nil, settings: SessionSettings = SessionSettings(), reconnection: Reconnection = Reconnection()
    ) -> SessionElements<Location> {
        let session = session(
            label: label, services: [.updatingLocation], settings: settings, reconnection: reconnection)
        return SessionElements(session) { if case .location(let location) = $0 { location } else { nil } }
    }

    /// Where the bow points, where the receiver says it. `filter`: degrees from the last that was told, 0 for all.
    public func headings(
        label: String? = nil, filter: Double? = nil, reconnection: Reconnection = Reconnection()
    ) -> SessionElements<Heading> {
        var settings = SessionSettings()
        settings.headingFilter = filter
        let session = session(
            label: label, services: [.updatingHeading], settings: settings, reconnection: reconnection)
        return SessionElements(session) { if case .heading(let heading) = $0 { heading } else { nil } }
    }

    /// The visits of this client, also those that happened while it was away.
    public func visits(
        label: String? = nil, reconnection: Reconnection = Reconnection()
    ) -> SessionElements<Visit> {
        let session = session(label: label, services: [.monitoringVisits], reconnection: reconnection)
        return SessionElements(session) { if case .visit(let visit) = $0 { visit } else { nil } }
    }

    /// One location, as accurate as desired, or at the timeout the best that came.
    /// - Throws: ``LocdClientError``; `refused(.locationUnknown)` where none came.
    public func location(
        label: String? = nil, desiredAccuracy: DesiredAccuracy? = nil, timeout: Duration = .seconds(10)
    ) async throws(LocdClientError) -> Location {
        // The daemon answers at the timeout: only one that does not answer at all is waited for longer.
        let patient = LocdClient(socketPath: socketPath, timeout: timeout + self.timeout)
        return try await patient.call(
            LocationInterface.Location.self,
            LocationParameters(label: label, desiredAccuracy: desiredAccuracy, timeout: timeout.inSeconds)
        ).location.location
    }

    /// The regions of this client, and where they are known to be.
    public func regions(label: String? = nil) async throws(LocdClientError) -> [MonitoredRegion] {
        try await call(LocationInterface.Regions.self, LabelParameters(label: label)).regions
    }

    /// Monitors a region from now on, whether this client is there or not; sessions tell of it.
    public func startMonitoring(for region: Region, label: String? = nil) async throws(LocdClientError) {
        try await perform(
            LocationInterface.AddRegion.self, AddRegionParameters(label: label, region: ReportedRegion(region)))
    }

    /// Ends the monitoring of a region.
    public func stopMonitoring(for identifier: String, label: String? = nil) async throws(LocdClientError) {
        try await perform(
            LocationInterface.RemoveRegion.self, RegionParameters(label: label, identifier: identifier))
    }

    /// Where a region of this client is known to be.
    public func state(
        ofRegion identifier: String, label: String? = nil
    ) async throws(LocdClientError) -> RegionState {
        try await call(
            LocationInterface.RegionState.self, RegionParameters(label: label, identifier: identifier)
        ).state
    }

    /// The sessions, and the clients that are away and whose regions or visits are monitored.
    public func clients() async throws(LocdClientError) -> [ReportedClient] {
        try await call(LocationInterface.Clients.self, NoParameters()).clients
    }

    /// The files of the track.
    public func tracks() async throws(LocdClientError) -> LocationInterface.Tracks.Reply {
        try await call(LocationInterface.Tracks.self, NoParameters())
    }

    /// The configuration with which the daemon runs. Open to every local user.
    /// - Throws: ``LocdClientError``, which says what to do.
    public func configuration() async throws(LocdClientError) -> [ReportedSetting] {
        try await call(LocationInterface.Configuration.self, NoParameters()).settings
    }

    /// Has the daemon read its configuration again; a sentence for each key that changed.
    public func reload() async throws(LocdClientError) -> [String] {
        try await call(LocationInterface.Reload.self, NoParameters()).changes
    }

    /// Calls a method that has nothing to say but that it was done.
    func perform<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(LocdClientError) where Method.Reply == EmptyReply {
        _ = try await call(method, parameters)
    }
}
