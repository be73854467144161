public import LocationModel
internal import Motion

/// Core Location's standard service as a pure state machine: a location goes in, events come out.
///
/// The order of its filters: quality, gap, smoothing, pause, stationary hold, interval, distance; the settings in force are
/// those of its ``SettingsAdvisor``. Driven by the time that comes with the data, so that a recording replays to the same
/// events at any speed.
public struct StandardUpdates: Sendable {
    /// Where an earlier run ended, so that this one continues instead of starting anew.
    public struct Seed: Sendable, Hashable, Codable {
        /// The last location that was delivered.
        public var location: Location
        /// The last moment that anything was recorded.
        public var timestamp: Timestamp
        /// The place that is held, where the run ended in a pause.
        public var pausedAt: Coordinate?

        /// The end of an earlier run.
        public init(location: Location, timestamp: Timestamp, pausedAt: Coordinate?) {
            self.location = location
            self.timestamp = timestamp
            self.pausedAt = pausedAt
        }
    }

    /// By this factor an accuracy must have improved to pass the distance filter.
    static let betterAccuracy = 0.5

    /// The settings in force.
    public private(set) var settings: ManagerSettings
    /// What decides about them.
    private var advisor: SettingsAdvisor
    /// What was held back, by reason.
    public private(set) var held: [RejectionReason: Int] = [:]
    /// How many locations were delivered.
    public private(set) var delivered = 0

    var quality: QualityFilter
    var gaps: GapDetector
    var pause: AutoPause
    var motion: MotionEvidence
    /// What may turn out to belong to a departure.
    var kept = KeptLocations()
    /// How far the reported speeds had led at the last location that was delivered.
    var deliveredTravel: ReportedTravel?
    /// Locations that were held back and delivered later, with the last one that was received.
    private(set) var recovered: [Location] = []
    var smoother: PositionSmoother?
    /// The last location as the filters after smoothing saw it.
    private var judged: Location?
    var lastDelivered: Location?
    /// Where and when it is now, as far as is known: what a requested pause or resumption is stamped with.
    var present: Present?
    var isPausedOnRequest = false
    /// A hole that ended during a pause: told only if the pause turns out to have ended in it, and then as long as nothing
    /// was recorded, so that no other event lies between its end and the next line.
    var pendingGap: Gap?

    /// Fresh updates, or the continuation of an earlier run. `advice` is what its ``SettingsAdvisor`` left, and `now` the
    /// monotonic instant, `nil` in a replay.
    public init(
        settings: ManagerSettings, resumingAfter seed: Seed? = nil,
        advice: SettingsAdvisor.State = SettingsAdvisor.State(), at now: Duration? = nil
    ) {
        advisor = SettingsAdvisor(settings, resuming: advice)
        self.settings = advisor.effective
        quality = QualityFilter(
            maximumHorizontalAccuracy: settings.maximumHorizontalAccuracy, maximumAge: settings.maximumAge,
            maximumSpeed: settings.maximumSpeed, resumingAfter: seed?.location)
        gaps = GapDetector(staleAfter: settings.staleAfter, resumingAfter: seed?.timestamp, at: now)
        pause = AutoPause(
            activityType: settings.activityType,
            pausedAt: settings.pausesLocationUpdatesAutomatically ? seed?.pausedAt : nil)
        motion = MotionEvidence(activityType: settings.activityType, resumingAt: seed?.location.coordinate)
        smoother = settings.smoothing.map { PositionSmoother($0) }
        lastDelivered = seed?.location
        present = seed.map {
            Present(timestamp: max($0.timestamp, $0.location.timestamp), coordinate: $0.location.coordinate)
        }
    }

    /// Whether updates are paused, by themselves or on request.
    public var isPaused: Bool { isPausedOnRequest || pause.isPaused }

    /// Why updates are paused; `nil` where they are not.
    public var pauseCause: Pause.Cause? { isPausedOnRequest ? .requested : pause.isPaused ? .stationary : nil }

    /// What is needed of the receiver.
    public var demand: Demand { Demand(desiredAccuracy: settings.desiredAccuracy, isPaused: isPaused) }

    /// What is in force instead of the settings as they were made; `nil` where it is these.
    public var settingsInForce: SettingsInForce? { advisor.inForce }

    /// What the ``SettingsAdvisor`` of the next run must know.
    public var advice: SettingsAdvisor.State { advisor.state }

    /// Something asks for other settings than those that were made, or for these again. Only filters and demand change: what
    /// is known about the movement stays, and a pause too.
    mutating func advise(_ command: SettingsCommand) {
        advisor.handle(command)
        settings = advisor.effective
    }

    /// Takes new settings; what is known about the movement stays. An automatic pause that the new ones do not allow
    /// ends, as if somebody had asked.
    public mutating func apply(_ new: ManagerSettings, into events: inout [LocationEvent]) {
        quality.maximumHorizontalAccuracy = new.maximumHorizontalAccuracy
        quality.maximumAge = new.maximumAge
        quality.maximumSpeed = new.maximumSpeed
        gaps.staleAfter = new.staleAfter
        if pause.isPaused, !new.pausesLocationUpdatesAutomatically, !isPausedOnRequest {
            resumeOnRequest(into: &events)
        }
        if new.activityType != settings.activityType || !new.pausesLocationUpdatesAutomatically {
            let place = new.pausesLocationUpdatesAutomatically ? pause.heldPlace : nil
            pause = AutoPause(activityType: new.activityType, pausedAt: place)
        }
        motion.activityType = new.activityType
        if !new.deliversDepartures { kept.removeAll() }
        if new.smoothing != settings.smoothing { smoother = new.smoothing.map { PositionSmoother($0) } }
        advisor.configured = new
        settings = advisor.effective
    }

    /// The receiver's outage began, changed its cause, or (`nil`) ended.
    public mutating func outage(_ outage: Outage?, at now: Duration) {
        gaps.outage(outage, at: now)
    }

    /// The recording that is played has a hole here.
    public mutating func recorded(_ gap: Gap) {
        gaps.recorded(gap)
    }

    /// The gate refused a fix.
    public mutating func rejected(_ reason: RejectionReason) {
        gaps.rejected(reason)
    }

    /// Takes the next location that passed the gate and appends what follows from it.
    /// `age` is its age in seconds and `now` the monotonic instant; both are `nil` in a replay.
    /// Returns why the location was held back; `nil` where it was delivered.
    @discardableResult
    public mutating func receive(
        _ received: Location, timeReset: TimeReset? = nil, age: Double? = nil, at now: Duration? = nil,
        into events: inout [LocationEvent]
    ) -> RejectionReason? {
        if let timeReset {
            quality.timeReset()
            gaps.timeReset()
            pause.timeReset()
            motion.timeReset()
            kept.removeAll()
            deliveredTravel = nil
            smoother?.reset()
            advisor.timeReset(timeReset)
            pendingGap = nil
            present?.timestamp = timeReset.timestamp
            events.append(.timeReset(timeReset))
        }
        if !recovered.isEmpty { recovered.removeAll() }
        if let reason = quality.refusal(of: received, age: age) {
            gaps.rejected(reason)
            held[reason, default: 0] += 1
            // Where it is may be doubted, the time not: it passed the gate, and others were told of it.
            present?.timestamp = received.timestamp
            return reason
        }
        if advisor.receive(received) { settings = advisor.effective }
        let location = smoother?.smooth(received) ?? received
        judged = location
        let silence = present.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
        present = Present(timestamp: location.timestamp, coordinate: location.coordinate)
        let gap = gaps.accepted(location.timestamp, at: now)
        // What came before a hole would stand after it. Whether there is one may depend on what only a clock finds; this not.
        if gap != nil || silence > settings.staleAfter.seconds { kept.removeAll() }
        // Asked as a property of its own, it would be asked of a copy of all of this.
        let isObserved = settings.holdsPositionWhenStationary || settings.pausesLocationUpdatesAutomatically
        let change =
            isObserved
            ? motion.receive(location, leaving: pause.isPaused ? pause.reach : pause.radius) : .none
        updatePause(location, gap: gap, change, into: &events)
        if case .departed(let since) = change { deliverKept(since: since, into: &events) }
        guard let reason = reasonToHold(location, motion.travel) else {
            deliver(location, motion.travel, into: &events)
            return nil
        }
        held[reason, default: 0] += 1
        keep(location, reason)
        return reason
    }

    /// What decided that a location was held back, or, where it was delivered, how good it is: to be asked right after
    /// ``receive(_:timeReset:age:at:into:)`` with what that returned. It is not computed before somebody asks: a replay never does.
    public func figures(of received: Location, heldBack reason: RejectionReason?, age: Double?) -> FixOutcome.Figures {
        let location = judged.flatMap { $0.timestamp == received.timestamp ? $0 : nil } ?? received
        return switch reason {
        case nil: .init(measured: location.horizontalAccuracy)
        case .inaccurate: .init(measured: location.horizontalAccuracy, limit: settings.maximumHorizontalAccuracy)
        case .tooOld: .init(measured: age, limit: settings.maximumAge)
        case .tooFast: .init(measured: quality.speed(to: location), limit: settings.maximumSpeed)
        case .paused:
            .init(measured: metres(from: pause.heldPlace, to: location), limit: pause.isPaused ? pause.reach : nil)
        case .stationary:
            .init(
                measured: metres(from: motion.heldPlace, to: location),
                limit: motion.reach(accuracy: location.horizontalAccuracy))
        case .minimumInterval:
            .init(
                measured: lastDelivered.map { location.timestamp.seconds(since: $0.timestamp) },
                limit: settings.minimumInterval)
        case .distanceFilter:
            .init(measured: metres(from: lastDelivered?.coordinate, to: location), limit: settings.distanceFilter)
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .duplicate, .frozen:
            .init()
        }
    }

    private func metres(from place: Coordinate?, to location: Location) -> Double? {
        place.map { location.coordinate.distance(to: $0) }
    }

    /// Pauses because somebody asks; without a location there is nothing to tell yet, and no event.
    public mutating func pauseOnRequest(into events: inout [LocationEvent]) {
        guard !isPausedOnRequest else { return }
        let wasPaused = pause.isPaused
        isPausedOnRequest = true
        pendingGap = nil
        kept.removeAll()
        guard !wasPaused, let present else { return }
        events.append(
            .pause(Pause(timestamp: present.timestamp, coordinate: present.coordinate, cause: .requested)))
    }

    /// Resumes because somebody asks; ends an automatic pause too.
    public mutating func resumeOnRequest(into events: inout [LocationEvent]) {
        guard isPaused else { return }
        isPausedOnRequest = false
        kept.removeAll()
        pause = AutoPause(activityType: settings.activityType)
        guard let present else { return }
        tellPendingGap(endingAt: present.timestamp, into: &events)
        events.append(
            .resume(Resume(timestamp: present.timestamp, coordinate: present.coordinate, cause: .requested)))
    }

    private mutating func deliver(
        _ location: Location, _ travel: ReportedTravel, into events: inout [LocationEvent]
    ) {
        lastDelivered = location
        deliveredTravel = travel
        delivered += 1
        events.append(.location(location))
        kept.removeAll()
    }

    private mutating func keep(_ location: Location, _ reason: RejectionReason) {
        guard settings.deliversDepartures, !isPausedOnRequest, reason == .stationary || reason == .paused,
            let start = motion.doubtfulSince
        else { return }
        kept.keep(.init(location: location, travel: motion.travel, reason: reason), noneBefore: start)
    }

    /// It moves, and has for a while: what was held back since then is delivered as if that had been known.
    private mutating func deliverKept(since: Timestamp, into events: inout [LocationEvent]) {
        guard settings.deliversDepartures, !isPaused else { return }
        let departing = kept.take(since: since, leaving: motion.departurePlace, within: motion.nearness)
        for (index, entry) in departing.enumerated() {
            held[entry.reason, default: 1] -= 1
            // Where it set off is always told.
            if let reason = reasonToFilter(entry.location, entry.travel, isDeparture: index == 0) {
                held[reason, default: 0] += 1
            } else {
                deliver(entry.location, entry.travel, into: &events)
                recovered.append(entry.location)
            }
        }
    }

    private mutating func updatePause(
        _ location: Location, gap: Gap?, _ change: MotionEvidence.Change, into events: inout [LocationEvent]
    ) {
        guard !isPausedOnRequest else { return }
        guard settings.pausesLocationUpdatesAutomatically else {
            if let gap { events.append(.gap(gap)) }
            return
        }
        let wasPaused = pause.isPaused
        if let gap {
            if wasPaused { keep(gap) } else { events.append(.gap(gap)) }
        }
        let observed = pause.isPaused ? motion.reach(accuracy: location.horizontalAccuracy) : 0
        switch pause.receive(
            location, motion.state(after: change), drift: observed)
        {
        case .none:
            // Still where it was: the silence of a parked vehicle is no hole.
            if wasPaused, !pause.isLeaving { pendingGap = nil }
        case .pause(let place):
            events.append(.pause(Pause(timestamp: location.timestamp, coordinate: place, cause: .stationary)))
            kept.removeAll()
        case .resume(let cause):
            var since = location.timestamp
            if case .departed(let earlier) = change { since = earlier } else { since = motion.depart() }
            // It is dated back to the departure, if that was kept.
            let first =
                settings.deliversDepartures
                ? kept.departing(since: since, leaving: motion.departurePlace, within: motion.nearness).first?.location
                : nil
            let moment = first ?? location
            tellPendingGap(endingAt: moment.timestamp, into: &events)
            events.append(
                .resume(Resume(timestamp: moment.timestamp, coordinate: moment.coordinate, cause: cause)))
            deliverKept(since: since, into: &events)
        }
    }

    /// Keeps a hole as long as it is in doubt whether the pause ended in it. Two in a row are one, of the longer's cause.
    private mutating func keep(_ gap: Gap) {
        guard let first = pendingGap else {
            pendingGap = gap
            return
        }
        let isLonger = gap.to.seconds(since: gap.from) > first.to.seconds(since: first.from)
        pendingGap = Gap(from: first.from, to: gap.to, cause: isLonger ? gap.cause : first.cause)
    }

    private mutating func tellPendingGap(endingAt end: Timestamp, into events: inout [LocationEvent]) {
        guard let gap = pendingGap else { return }
        pendingGap = nil
        events.append(.gap(Gap(from: gap.from, to: end, cause: gap.cause)))
    }

    private mutating func reasonToHold(_ location: Location, _ travel: ReportedTravel) -> RejectionReason? {
        if isPaused { return .paused }
        guard lastDelivered != nil else { return nil }
        if settings.holdsPositionWhenStationary, !motion.isMoving { return .stationary }
        return reasonToFilter(location, travel)
    }

    // Mutating only so that none of this is copied for the question.
    private mutating func reasonToFilter(
        _ location: Location, _ travel: ReportedTravel, isDeparture: Bool = false
    ) -> RejectionReason? {
        guard let last = lastDelivered else { return nil }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        if let interval = settings.minimumInterval, seconds >= 0, seconds < interval { return .minimumInterval }
        guard !isDeparture, let filter = settings.distanceFilter else { return nil }
        if location.coordinate.isNearer(than: filter, to: last.coordinate)
            || isDrift(location, since: last, seconds, filter)
        {
            return isClearlyBetter(location, than: last) || isTurn(travel, filter) ? nil : .distanceFilter
        }
        return nil
    }

    /// Whether the location lies within what the receiver drifts in the time since the last one, so often that the track would be
    /// longer than the way.
    private mutating func isDrift(
        _ location: Location, since last: Location, _ seconds: Double, _ filter: Double
    ) -> Bool {
        guard settings.filtersDrift, seconds > 0, motion.isSlow else { return false }
        let reach = min(
            MotionThresholds.driftsBetweenLocations * motion.drift(over: seconds),
            MotionThresholds.mostFiltersOfDrift * filter)
        return reach > filter && location.coordinate.isNearer(than: reach, to: last.coordinate)
    }

    /// Whether the way since the last location that was delivered is clearly longer than the straight line.
    private mutating func isTurn(_ travel: ReportedTravel, _ filter: Double) -> Bool {
        guard settings.deliversTurns, let deliveredTravel else { return false }
        return travel.detour(since: deliveredTravel)
            >= max(filter / MotionThresholds.filtersPerDetour, MotionThresholds.leastDetour)
    }

    private mutating func isClearlyBetter(_ location: Location, than last: Location) -> Bool {
        guard settings.deliversBetterAccuracy, let new = location.horizontalAccuracy, let old = last.horizontalAccuracy
        else { return false }
        return new <= old * Self.betterAccuracy
    }
}
