import LocationModel
import LocationServices
import LocdProtocol

extension MethodTable {
    /// The interface `org.locd.Location`, implemented by the daemon's service and its sessions.
    package init(
        service: any LocationService, sessions: Sessions, geocoding: (any PlaceService)? = nil
    ) {
        self.init(
            interface: LocationInterface.name, description: LocationInterface.description,
            handlers: Self.daemon(service, sessions) + Self.authorization(sessions) + Self.streams(sessions)
                + Self.configuration(sessions) + Self.clients(sessions) + Self.geocoding(geocoding))
    }

    private static func streams(_ sessions: Sessions) -> [MethodHandler] {
        [
            MethodHandler(LocationInterface.Location.self, for: .location) {
                parameters, caller throws(VarlinkError) in
                var settings = SessionSettings()
                settings.desiredAccuracy = parameters.desiredAccuracy
                let location = try await sessions.location(
                    try settings.effectiveAccuracy, timeout: try LocationTimeout.effective(parameters.timeout),
                    for: caller)
                return LocationInterface.Location.Reply(location: ReportedLocation(location))
            },
            MethodHandler(streaming: LocationInterface.Updates.self, for: .location) { parameters, caller in
                try await sessions.stream(.Updates, [.updatingLocation], parameters.settings, for: caller)
            },
            MethodHandler(streaming: LocationInterface.Heading.self, for: .fullAccuracy) { parameters, caller in
                var settings = SessionSettings()
                settings.headingFilter = parameters.headingFilter
                try await sessions.stream(.Heading, [.updatingHeading], settings, for: caller)
            },
            MethodHandler(streaming: LocationInterface.Visits.self, for: .location) { _, caller in
                try await sessions.stream(.Visits, [.monitoringVisits], SessionSettings(), for: caller)
            },
            MethodHandler(streaming: LocationInterface.Events.self, for: .everybody) { parameters, caller in
                try await sessions.stream(
                    .Events, parameters.services ?? [], parameters.settings ?? SessionSettings(), for: caller)
            },
        ]
    }

    private static func configuration(_ sessions: Sessions) -> [MethodHandler] {
        [
            MethodHandler(session: LocationInterface.Configure.self, of: sessions) {
                session, parameters throws(VarlinkError) in
                try session.configure(parameters.settings)
            },
            MethodHandler(session: LocationInterface.Start.self, of: sessions) {
                session, parameters throws(VarlinkError) in
                try await sessions.set(parameters.services, isOn: true, of: session)
            },
            MethodHandler(session: LocationInterface.Stop.self, of: sessions) {
                session, parameters throws(VarlinkError) in
                try await sessions.set(parameters.services, isOn: false, of: session)
            },
            MethodHandler(session: LocationInterface.RequestLocation.self, of: sessions) {
                session, parameters throws(VarlinkError) in
                if let timeout = try LocationTimeout.effective(parameters.timeout) {
                    session.manager.requestLocation(timeout: timeout)
                } else {
                    session.manager.requestLocation()
                }
            },
            MethodHandler(session: LocationInterface.AllowDeferredLocationUpdates.self, of: sessions) {
                session, parameters throws(VarlinkError) in
                guard parameters.distance > 0 else { throw .invalidParameter("distance") }
                guard parameters.timeout > 0 else { throw .invalidParameter("timeout") }
                // No deferral lasts longer than a day: Core Location's greatest values mean no limit.
                session.manager.allowDeferredLocationUpdates(
                    untilTraveled: parameters.distance, timeout: min(parameters.timeout, 86_400))
            },
            MethodHandler(session: LocationInterface.DisallowDeferredLocationUpdates.self, of: sessions) { session, _ in
                session.manager.disallowDeferredLocationUpdates()
            },
            MethodHandler(session: LocationInterface.EnterBackground.self, of: sessions) { session, _ in
                session.enterBackground(true)
            },
            MethodHandler(session: LocationInterface.EnterForeground.self, of: sessions) { session, _ in
                session.enterBackground(false)
            },
            MethodHandler(session: LocationInterface.RaiseAccuracy.self, of: sessions) {
                session, parameters throws(VarlinkError) in
                session.manager.raiseAccuracy(to: try parameters.effectiveAccuracy, seconds: parameters.seconds)
            },
            MethodHandler(session: LocationInterface.Sleep.self, of: sessions) { session, _ in
                session.manager.sleep()
            },
            MethodHandler(session: LocationInterface.Wake.self, of: sessions) { session, _ in
                session.manager.wake()
            },
        ]
    }

    private static func clients(_ sessions: Sessions) -> [MethodHandler] {
        let monitors = sessions.monitors
        return [
            MethodHandler(LocationInterface.Clients.self, for: .fullAccuracy) { _, _ in
                LocationInterface.Clients.Reply(clients: await sessions.clients())
            },
            // Who else uses the location is told as `Clients` tells it; to others, what runs as the same user.
            MethodHandler(LocationInterface.Uses.self, for: .everybody) { _, caller in
                let seesAll = caller.isAdministrator || caller.authorization.disclosure == .everything
                return LocationInterface.Uses.Reply(
                    uses: sessions.uses().filter { seesAll || $0.user == Int(caller.peer.user) })
            },
            MethodHandler(LocationInterface.Regions.self, for: .location) { _, caller in
                var regions = await monitors.regions(of: caller.client)
                if caller.authorization.disclosure == .everything {
                    regions += await sessions.administered.reported()
                    regions += await monitors.regionsShared(with: caller.client)
                }
                return LocationInterface.Regions.Reply(regions: regions)
            },
            MethodHandler(LocationInterface.AddRegion.self, for: .fullAccuracy) {
                parameters, caller throws(VarlinkError) in
                let region = try parameters.region.region()
                if region.shape.beacons != nil, !sessions.isRangingAvailable { throw .rangingUnavailable }
                let isShared = parameters.isShared ?? false
                if isShared {
                    // Hooks run programs: a client that triggers them must be authorized always.
                    guard caller.authorization.status == .authorizedAlways else { throw .permissionDenied }
                    guard await !sessions.administered.hasRegion(region.identifier) else {
                        throw .invalidRegion(
                            identifier: region.identifier,
                            detail: "The administrator has a region of this name. Choose another name to share it.")
                    }
                }
                try await monitors.add(
                    region, until: try parameters.end, isShared: isShared, to: caller.client,
                    having: caller.authorization)
                return EmptyReply()
            },
            // Nobody is asked for permission because a program stops something, and nothing keeps it from that.
            MethodHandler(LocationInterface.RemoveRegion.self, for: .everybody) {
                parameters, caller throws(VarlinkError) in
                try await monitors.remove(parameters.identifier, from: caller.client)
                return EmptyReply()
            },
            MethodHandler(LocationInterface.RegionState.self, for: .fullAccuracy) {
                parameters, caller throws(VarlinkError) in
                if let own = await monitors.state(ofRegion: parameters.identifier, of: caller.client) {
                    sessions.note(caller)
                    return LocationInterface.RegionState.Reply(state: own)
                }
                guard let state = await sessions.administered.state(ofRegion: parameters.identifier) else {
                    throw .noSuchRegion(parameters.identifier)
                }
                sessions.note(caller)
                return LocationInterface.RegionState.Reply(state: state)
            },
        ]
    }
}

extension MethodHandler {
    /// A method about a session with the caller's owner.
    fileprivate init<Method: VarlinkMethod>(
        session method: Method.Type, of sessions: Sessions,
        _ body: @escaping @Sendable (Session, Method.Parameters) async throws(VarlinkError) -> Void
    ) where Method.Parameters: SessionBoundParameters, Method.Reply == EmptyReply {
        // A session delivers no more than its client is authorized for, whichever services are started in it.
        self.init(method, for: .everybody) { parameters, caller throws(VarlinkError) in
            try await body(try sessions.session(parameters.session, for: caller), parameters)
            return EmptyReply()
        }
    }
}
