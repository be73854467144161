internal import LocationModel

extension ManagerCore {
    /// The settings, limited to what the client is authorized for.
    var settingsAllowed: ManagerSettings {
        admission.authorization.disclosure == .reduced || settings.reducesAccuracy ? settings.reduced : settings
    }

    /// The client set other settings. One that wants reduced accuracy from now on, or full accuracy, begins anew, as one that
    /// may have something else.
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
    /// It gets that first, in order with other events, and then, if it was denied while something runs, the failure `denied`.
    /// If the disclosure changed, everything that runs restarts: what the hub reported before, and what was
    /// kept for later, belongs to the previous disclosure.
    mutating func authorize(_ new: Authorization, at moment: Moment) {
        let old = admission.authorization
        guard new != old else { return }
        admission.authorize(new)
        if old.disclosure != new.disclosure { beginAnew(at: moment) }
        events.append(.authorization(new))
        if new.status.isRefusal, !old.status.isRefusal, updates != nil || services.tellsPlaces {
            services.endRequest()
            refuse()
        }
    }

    private mutating func beginAnew(at moment: Moment) {
        deferral.giveUp(into: &events)
        background.giveUp()
        services.apply(settingsAllowed)
        services.disclose(admission.authorization.disclosure)
        admission.beginAnew()
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
