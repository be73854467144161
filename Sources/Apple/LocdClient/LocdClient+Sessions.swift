public import LocationModel
public import LocdProtocol

extension LocdClient {
    /// Creates a session; see ``LocationSession``. It connects when iteration begins.
    /// - Parameters:
    ///   - label: The name that this client gives itself. The daemon keeps regions and visits by user, systemd unit and
    ///     label.
    ///   - services: The services to start with.
    ///   - settings: The settings to start with.
    ///   - reconnection: When to connect again after the connection to the daemon was lost.
    public func session(
        label: String? = nil, services: Set<SessionService> = [], settings: SessionSettings = SessionSettings(),
        reconnection: Reconnection = Reconnection()
    ) -> LocationSession {
        LocationSession(
            client: self, label: label, services: services, settings: settings, reconnection: reconnection,
            sleep: { try await Task.sleep(for: $0) })
    }

    /// Live locations, filtered by the settings.
    public func updates(
        label: String? = nil, settings: SessionSettings = SessionSettings(), reconnection: Reconnection = Reconnection()
    ) -> SessionElements<Location> {
        let session = session(
            label: label, services: [.updatingLocation], settings: settings, reconnection: reconnection)
        return SessionElements(session) { if case .location(let location) = $0 { location } else { nil } }
    }

    /// Live headings, if the receiver reports them. `filter`: minimum change in degrees from the last delivered one; 0
    /// for all.
    public func headings(
        label: String? = nil, filter: Double? = nil, reconnection: Reconnection = Reconnection()
    ) -> SessionElements<Heading> {
        var settings = SessionSettings()
        settings.headingFilter = filter
        let session = session(
            label: label, services: [.updatingHeading], settings: settings, reconnection: reconnection)
        return SessionElements(session) { if case .heading(let heading) = $0 { heading } else { nil } }
    }

    /// The visits of this client, including those that happened while it was disconnected.
    public func visits(
        label: String? = nil, reconnection: Reconnection = Reconnection()
    ) -> SessionElements<Visit> {
        let session = session(label: label, services: [.monitoringVisits], reconnection: reconnection)
        return SessionElements(session) { if case .visit(let visit) = $0 { visit } else { nil } }
    }

    /// Requests one location with the desired accuracy; at the timeout, returns the best one received so far.
    /// - Throws: ``LocdClientError``; `refused(.locationUnknown)` if no location arrived.
    public func location(
        label: String? = nil, desiredAccuracy: DesiredAccuracy? = nil, timeout: Duration = .seconds(10)
    ) async throws(LocdClientError) -> Location {
        // The daemon answers at the timeout; the call waits longer only if the daemon does not answer.
        let patient = LocdClient(socketPath: socketPath, timeout: timeout + self.timeout)
        return try await patient.call(
            LocationInterface.Location.self,
            LocationParameters(
                label: label, desiredAccuracy: desiredAccuracy?.description, timeout: timeout.inSeconds)
        ).location.location
    }

    /// The regions of this client and their states.
    public func regions(label: String? = nil) async throws(LocdClientError) -> [MonitoredRegion] {
        try await call(LocationInterface.Regions.self, LabelParameters(label: label)).regions
    }

    /// Starts monitoring a region. Monitoring continues while this client is disconnected; its sessions deliver the
    /// events.
    public func startMonitoring(for region: Region, label: String? = nil) async throws(LocdClientError) {
        try await startMonitoring(for: region, label: label, until: nil)
    }

    /// Starts monitoring a region until a time, when the region is removed automatically; `nil`: until it is removed by
    /// a call. With `isShared`, hooks and other clients receive its events too.
    public func startMonitoring(
        for region: Region, label: String?, until end: Timestamp?, isShared: Bool = false
    ) async throws(LocdClientError) {
        try await perform(
            LocationInterface.AddRegion.self,
            AddRegionParameters(
                label: label, region: ReportedRegion(region), until: end?.description,
                isShared: isShared ? true : nil))
    }

    /// Stops monitoring a region.
    public func stopMonitoring(for identifier: String, label: String? = nil) async throws(LocdClientError) {
        try await perform(
            LocationInterface.RemoveRegion.self, RegionParameters(label: label, identifier: identifier))
    }

    /// The state of a region of this client.
    public func state(
        ofRegion identifier: String, label: String? = nil
    ) async throws(LocdClientError) -> RegionState {
        try await call(
            LocationInterface.RegionState.self, RegionParameters(label: label, identifier: identifier)
        ).state
    }

    /// The sessions, and the disconnected clients whose regions or visits are monitored.
    public func clients() async throws(LocdClientError) -> [ReportedClient] {
        try await call(LocationInterface.Clients.self, NoParameters()).clients
    }

    /// Who uses the location now, and when each last did; of other users only with full accuracy.
    public func uses() async throws(LocdClientError) -> [ReportedUse] {
        try await call(LocationInterface.Uses.self, NoParameters()).uses
    }

    /// The files of the track.
    public func tracks() async throws(LocdClientError) -> LocationInterface.Tracks.Reply {
        try await call(LocationInterface.Tracks.self, NoParameters())
    }

    /// Activities and the way on foot in a period of at most seven days, from the track. Requires full accuracy. The
    /// daemon reads the track anew for each call: seven days at 1 Hz take it some seconds.
    /// - Throws: ``LocdClientError``, which includes a remedy.
    public func motionHistory(
        from: Timestamp, to: Timestamp, label: String? = nil
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply {
        try await LocdClient(socketPath: socketPath, timeout: max(timeout, .seconds(120))).call(
            LocationInterface.MotionHistory.self,
            MotionHistoryParameters(label: label, from: from.description, to: to.description))
    }

    /// The current configuration of the daemon. Requires full accuracy.
    /// - Throws: ``LocdClientError``, which includes a remedy.
    public func configuration() async throws(LocdClientError) -> [ReportedSetting] {
        try await call(LocationInterface.Configuration.self, NoParameters()).settings
    }

    /// Makes the daemon reload its configuration. Returns one sentence for each key that changed.
    public func reload() async throws(LocdClientError) -> [String] {
        try await call(LocationInterface.Reload.self, NoParameters()).changes
    }

    /// Calls a method whose reply is empty.
    func perform<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(LocdClientError) where Method.Reply == EmptyReply {
        _ = try await call(method, parameters)
    }
}

/// The events of one kind from a session: its locations, headings or visits, one after the other.
public struct SessionElements<Element: Sendable>: AsyncSequence, Sendable {
    /// The error that ends the sequence; see ``LocdClientError``.
    public typealias Failure = LocdClientError

    /// The session; it can be configured while it runs.
    public let session: LocationSession
    private let element: @Sendable (LocationEvent) -> Element?

    init(_ session: LocationSession, _ element: @escaping @Sendable (LocationEvent) -> Element?) {
        self.session = session
        self.element = element
    }

    /// Creates the iterator; it ends without an error if the task is cancelled.
    public func makeAsyncIterator() -> Iterator {
        Iterator(session: session, element: element)
    }

    /// Picks the elements from the updates of a session.
    public struct Iterator: AsyncIteratorProtocol {
        private let session: LocationSession
        private var updates: LocationSession.Iterator
        private let element: @Sendable (LocationEvent) -> Element?
        private var waiting: ArraySlice<Element> = []

        fileprivate init(
            session: LocationSession, element: @escaping @Sendable (LocationEvent) -> Element?
        ) {
            self.session = session
            updates = session.makeAsyncIterator()
            self.element = element
        }

        /// The next element; `nil` once the task is cancelled.
        public mutating func next() async throws(LocdClientError) -> Element? {
            while true {
                if let next = waiting.popFirst() { return next }
                guard let update = try await updates.next() else { return nil }
                switch update {
                case .connected, .events: try await session.requireAuthorization()
                case .disconnected, .missed: break
                }
                if case .events(let events) = update { waiting = events.compactMap(element)[...] }
            }
        }
    }
}
