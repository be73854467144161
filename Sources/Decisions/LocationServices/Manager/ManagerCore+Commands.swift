internal import LocationModel

/// What a manager takes: reports of the hub, and commands of its client.
enum ManagerInput: Sendable {
    case reports([HubReport])
    // What is large and rare lies elsewhere, so that reports are moved at little cost.
    indirect case start(StandardUpdates.Seed?)
    case stop
    indirect case apply(ManagerSettings)
    indirect case service(ServiceCommand)
    indirect case authorize(Authorization)
    indirect case advise(SettingsCommand)
    /// A deadline passed.
    case tick
}

extension ManagerCore {
    mutating func perform(_ input: ManagerInput, at moment: Moment) {
        switch input {
        case .reports(let reports): for report in reports { receive(report, at: moment) }
        case .start(let seed):
            start(resumingAfter: seed, at: moment)
            if authorization.status.isRefusal { refuse() }
        case .stop: stop(at: moment)
        case .apply(let new): apply(new, at: moment)
        case .authorize(let new): authorize(new, at: moment)
        case .advise(let command): advise(command)
        case .service(let command): perform(command, at: moment)
        case .tick: if let now = moment.instant { tick(at: now) }
        }
    }

    private mutating func perform(_ command: ServiceCommand, at moment: Moment) {
        guard !(command.asksForPlaces && authorization.status.isRefusal) else { return refuse() }
        switch command {
        case .allowDeferred(let distance, let timeout): allowDeferred(until: distance, timeout: timeout, at: moment)
        case .disallowDeferred: deferral.end(error: .deferredCanceled, into: &events)
        default: services.handle(command, isUpdating: updates != nil, at: moment, into: &events)
        }
    }

    /// Starts updates; does nothing if they run.
    mutating func start(resumingAfter seed: StandardUpdates.Seed?, at moment: Moment) {
        guard updates == nil else { return }
        updates = StandardUpdates(
            settings: settingsAllowed, resuming: services.takeUpdates(), after: seed, advice: advice,
            at: moment.instant)
        wasPaused = updates?.isPaused ?? false
        stateSince = moment.instant ?? stateSince
        starts += 1
        // A location of an earlier start may have a time that was corrected since.
        ages.forget()
        services.updatesChanged()
    }

    private mutating func stop(at moment: Moment) {
        services.updatesChanged()
        guard let advice = updates?.advice else { return }
        deferral.end(error: .deferredCanceled, into: &events)
        self.advice = advice
        updates = nil
        stateSince = moment.instant ?? stateSince
    }

    mutating func advise(_ command: SettingsCommand) {
        guard updates == nil else {
            updates?.advise(command)
            return
        }
        var advisor = SettingsAdvisor(settings, resuming: advice)
        advisor.handle(command)
        advice = advisor.state
    }

    private mutating func allowDeferred(until distance: Double, timeout: Double, at moment: Moment) {
        guard !deferral.isRunning else { return }
        let refusal = updates != nil ? DeferredUpdates.refusal(for: settingsAllowed) : .deferredNotUpdatingLocation
        if let refusal {
            events.append(.deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: ages.newest, error: refusal)))
        } else {
            deferral.begin(untilTraveled: distance, timeout: timeout, at: moment)
        }
    }

    private mutating func tick(at now: Duration) {
        services.tick(at: now, into: &events)
        deferral.tick(at: now, into: &events)
    }
}
