internal import LocationModel

extension ManagerCore {
    /// The settings, as far as the client may have what they ask for.
    var settingsAllowed: ManagerSettings {
        authorization.disclosure == .reduced || settings.reducesAccuracy ? settings.reduced : settings
    }

    /// The client set other settings. One that wants rough locations from now on, or exact ones, begins anew, as where it may have
    /// something else.
    mutating func apply(_ new: ManagerSettings, at now: Duration, into events: inout [LocationEvent]) {
        let wasRough = settings.reducesAccuracy
        settings = new
        let allowed = settingsAllowed
        services.apply(allowed)
        update(at: now, into: &events) { updates, events in updates.apply(allowed, into: &events) }
        if wasRough != new.reducesAccuracy { beginAnew(at: now, into: &events) }
    }

    /// The client may have something else from now on.
    ///
    /// It is told that first, in order with all else, and then, where it was refused and something runs, the failure `denied`.
    /// Where it may be told another part of what is known, all that runs begins anew: what the hub reported before, and what was
    /// kept for later, was meant for the other part.
    mutating func authorize(_ new: Authorization, at now: Duration, into events: inout [LocationEvent]) {
        guard new != authorization else { return }
        let old = authorization
        authorization = new
        if old.disclosure != new.disclosure { beginAnew(at: now, into: &events) }
        events.append(.authorization(new))
        if new.status.isRefusal, !old.status.isRefusal, updates != nil || services.tellsPlaces {
            services.endRequest()
            refuse(into: &events)
        }
    }

    private mutating func beginAnew(at now: Duration, into events: inout [LocationEvent]) {
        if deferral != nil {
            deferral = nil
            events.append(.deferredUpdatesFinished(DeferredUpdatesFinish(error: .deferredCanceled)))
        }
        background?.giveUp()
        services.apply(settingsAllowed)
        services.disclose(authorization.disclosure)
        starts += 1
        firstStart = starts
        forgetNewest()
        guard let advice = updates?.advice else { return }
        updates = StandardUpdates(settings: settingsAllowed, resuming: nil, after: nil, advice: advice, at: now)
    }

    /// Says that what was asked for is not for this client.
    func refuse(into events: inout [LocationEvent]) {
        events.append(.failure(LocationFailure(.denied)))
    }
}

extension AuthorizationStatus {
    /// Whether somebody said no, in distinction from nobody having said anything.
    var isRefusal: Bool { self == .denied || self == .restricted }
}
