internal import LocationModel

extension ManagerCore {
    /// The settings, limited to what the client is authorized for.
    var settingsAllowed: ManagerSettings {
        authorization.disclosure == .reduced || settings.reducesAccuracy ? settings.reduced : settings
    }

    /// The client changed its settings. If it requests reduced accuracy from now on, or full accuracy again, everything
    /// restarts, as after a change of its authorization.
    mutating func apply(_ new: ManagerSettings, at moment: Moment) {
        let wasReduced = settings.reducesAccuracy
        settings = new
        let allowed = settingsAllowed
        services.apply(allowed)
        updates?.apply(allowed, into: &fromUpdates)
        passOn(at: moment)
        if wasReduced != new.reducesAccuracy { beginAnew(at: moment) }
    }

    /// The client's authorization changed.
    ///
    /// The client gets that event first, in order with other events. If it was denied while something runs, the failure
    /// `denied` follows. If the disclosure changed, everything that runs restarts: events that were held back belong
    /// to the previous disclosure.
    mutating func authorize(_ new: Authorization, at moment: Moment) {
        let old = authorization
        guard new != old else { return }
        authorization = new
        events.append(.authorization(new))
        if old.disclosure != new.disclosure { beginAnew(at: moment) }
        if new.status.isRefusal, !old.status.isRefusal, updates != nil || services.tellsPlaces {
            services.endRequest()
            refuse()
        }
    }

    private mutating func beginAnew(at moment: Moment) {
        deferral.giveUp(into: &events)
        background.giveUp()
        services.apply(settingsAllowed)
        services.disclose(authorization.disclosure)
        starts += 1
        ages.forget()
        guard let advice = updates?.advice else { return }
        updates = StandardUpdates(
            settings: settingsAllowed, resuming: nil, after: nil, advice: advice, at: moment.instant)
        wasPaused = updates?.isPaused ?? false
    }

    /// Reports that the client is not authorized for what it requested.
    mutating func refuse() {
        events.append(.failure(LocationFailure(.denied)))
    }
}

extension AuthorizationStatus {
    /// Whether access was denied, as opposed to not decided.
    var isRefusal: Bool { self == .denied || self == .restricted }
}
