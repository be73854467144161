internal import LocationModel

extension ManagerCore {
    /// The settings, as far as the client may have what they ask for.
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

    /// The client may have something else from now on.
    ///
    /// It is told that first, in order with all else, and then, if it was refused and something runs, the failure `denied`.
    /// If it may be told another part of what is known, all that runs begins anew: what the hub reported before, and what was
    /// kept for later, was meant for the other part.
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

    /// Says that what was asked for is not for this client.
    mutating func refuse() {
        events.append(.failure(LocationFailure(.denied)))
    }
}

extension AuthorizationStatus {
    /// Whether somebody said no, in distinction from nobody having said anything.
    var isRefusal: Bool { self == .denied || self == .restricted }
}
