public import LocationModel

/// Core Location's manager for one client: its sink receives what the client asked for.
///
/// Commands return immediately, as Core Location's do, and take effect in order. ``LocationHub`` carries them out and
/// hands it the receiver's reports, where the hub runs: see ``ManagerCore``.
public final class LocationManager: Sendable {
    /// The state of a manager.
    public struct Status: Sendable, Hashable {
        /// Whether location updates were started.
        public var isUpdating = false
        /// Why updates are paused; `nil` if they are not.
        public var pauseCause: Pause.Cause?
        /// The monotonic instant at which the updates, the pause or the stop began.
        public var since: Duration
        /// How many locations were delivered since the start.
        public var delivered = 0
        /// How many locations were held back since the start, by reason.
        public var held: [RejectionReason: Int] = [:]
        /// Whether it moves now; `nil` without updates.
        public var motion: CurrentMotion?
        /// The settings in force, if they differ from the configured ones; otherwise `nil`.
        public var settingsInForce: SettingsInForce?
        /// How many events wait for the client to return from the background; `nil` in the foreground.
        public var waitingInBackground: Int?
        /// Events that were dropped because too many waited in the background.
        public var droppedInBackground = 0
    }

    package let hub: LocationHub

    /// A manager on a hub, for a sink. `state` is the state of an earlier run, and `remembering` the maximum number of
    /// outcomes in ``history``. Set `seesPrivateRegions` only for the owner of these regions, never for a client; see
    /// ``LocationHub/apply(_:)``. `authorization` is the client's; the default is for a manager without a client.
    public init(
        settings: ManagerSettings, hub: LocationHub, sink: any LocationSink, resuming state: ServiceState? = nil,
        remembering limit: Int = FixHistory.limit, seesPrivateRegions: Bool = false,
        authorization: Authorization = .everything
    ) {
        self.hub = hub
        hub.send(
            .begin(
                LocationHub.Beginning(
                    settings: settings, sink: sink, state: state, limit: limit,
                    seesPrivateRegions: seesPrivateRegions, authorization: authorization)),
            for: identifier)
    }

    deinit {
        finish()
    }

    private var identifier: ObjectIdentifier { ObjectIdentifier(self) }

    /// Starts location updates; continues an earlier run if there is a seed. A second start has no effect.
    public func startUpdatingLocation(resumingAfter seed: StandardUpdates.Seed? = nil) {
        send(.start(seed))
    }

    /// Stops location updates, and releases the receiver if no other manager needs it.
    public func stopUpdatingLocation() {
        send(.stop)
    }

    /// Applies new settings without losing state.
    public func apply(_ settings: ManagerSettings) {
        send(.apply(settings))
    }

    /// Changes the client's authorization. The client receives an event, and the new authorization applies to all later
    /// events.
    public func authorize(_ authorization: Authorization) {
        send(.authorize(authorization))
    }

    /// Returns when all earlier commands have taken effect and the hub knows the resulting demand: every later report
    /// arrives.
    public func settle() async {
        await hub.obeyWaiting()
    }

    /// Sends a command to the services beside standard updates.
    func send(_ command: ServiceCommand) {
        send(.service(command))
    }

    /// Sends a command that overrides the configured settings.
    func send(_ command: SettingsCommand) {
        send(.advise(command))
    }

    /// The state to save for the next run. The sink has received all events that this state includes.
    public var serviceState: ServiceState {
        get async { await hub.serviceState(of: self) }
    }

    /// The known state of a region; also unknown if the region does not exist.
    public func state(ofRegion region: String) async -> RegionState {
        await hub.state(ofRegion: region, of: self)
    }

    /// The state of the manager; one that has ended does nothing.
    public var status: Status {
        get async { await hub.status(of: self) }
    }

    /// The results of the latest locations, oldest first; see ``FixHistory``. ``LocationHub/history`` has those that
    /// the gate refused.
    public var history: [FixOutcome] {
        get async { await hub.history(of: self) }
    }

    /// Ends the manager after all earlier commands; later ones have no effect.
    public func finish() {
        hub.send(.end, for: identifier)
    }

    private func send(_ input: ManagerInput) {
        hub.send(.input(input), for: identifier)
    }
}

/// Where a manager's events go: a track, a socket, a test. It is called where the hub runs and must return at once: it
/// queues or counts what it cannot take.
public protocol LocationSink: Sendable {
    /// Takes events, in order.
    func receive(_ events: [LocationEvent])
}
