public import LocationModel
internal import Motion

/// Core Location's standard service as a pure state machine: locations go in, events come out.
///
/// The order of its filters: quality, gap, smoothing, pause, stationary hold, interval, distance. Its
/// ``SettingsAdvisor`` decides which settings are in force. It is driven by the time of the data, so that a recording
/// replays to the same events at any speed.
public struct StandardUpdates: Sendable {
    /// Where an earlier run ended, so that this one continues instead of starting again.
    public struct Seed: Sendable, Hashable, Codable {
        /// The last delivered location.
        public var location: Location
        /// The last moment at which anything was recorded.
        public var timestamp: Timestamp
        /// The parked position, if the run ended in a pause.
        public var pausedAt: Coordinate?

        /// The end of an earlier run.
        public init(location: Location, timestamp: Timestamp, pausedAt: Coordinate?) {
            self.location = location
            self.timestamp = timestamp
            self.pausedAt = pausedAt
        }
    }

    /// The factor by which an accuracy must improve to pass the distance filter.
    static let betterAccuracy = 0.5

    /// A silence of so many intervals, longer than `staleAfter`, is a hole. Whether it is a gap may depend on the
    /// clock.
    static let intervalsOfHole = 3.0

    /// The settings in force.
    public private(set) var settings: ManagerSettings
    /// Decides which settings are in force.
    private var advisor: SettingsAdvisor
    /// How many locations were held back, by reason.
    public private(set) var held: [RejectionReason: Int] = [:]
    /// How many locations were delivered.
    public private(set) var delivered = 0

    var quality: QualityFilter
    var gaps: GapDetector
    var pause: AutoPause
    var motion: MotionEvidence
    /// What the evidence of motion says; `nil` if none is collected.
    private(set) var evidence: MotionState?
    /// Whether it moves now; not kept across restarts.
    public private(set) var currentMotion = CurrentMotion()
    /// Locations that may turn out to belong to a departure.
    var kept = KeptLocations()
    /// Where the way since the last delivered location may have turned.
    var turning = TurningPoint()
    /// How far the reported speeds had led at the last delivered location.
    var deliveredTravel: ReportedTravel?
    /// Where that was; see ``MotionEvidence/meanPosition``.
    var deliveredPlace: PlaneVector?
    /// Metres by which the track may be longer than the way of the reported speeds.
    var credit = 0.0
    /// Locations that were held back and decided again, with the last received one.
    private(set) var revised: [FixHistory.Revision] = []
    var smoother: PositionSmoother?
    /// The last location after smoothing; `nil` without smoothing.
    private var smoothed: Location?
    var lastDelivered: Location?
    /// The current position and time, as far as known: the stamp of a requested resumption.
    var present: Present?
    /// Seconds between the last two locations that passed the quality filter.
    var interval: Double?
    private var lastUntrusted: Location?
    /// Whether no line leads to the next location: what lies between is not trusted.
    private var isBroken = false
    /// A change of the trust that waits for what is in doubt.
    private var pendingChange: IntegrityChange?
    /// A gap that ended during a pause. It is reported only if the pause turns out to have ended in it, up to the next
    /// recorded event, so that no other event lies between its end and the next line.
    var pendingGap: Gap?

    /// New updates, or the continuation of an earlier run. `advice` is the state of its ``SettingsAdvisor``, and `now`
    /// the monotonic instant, `nil` in a replay.
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

    /// Whether updates are paused.
    public var isPaused: Bool { pause.isPaused }

    /// Why updates are paused; `nil` if they are not.
    public var pauseCause: Pause.Cause? { pause.isPaused ? .stationary : nil }

    package var demand: Demand { Demand(desiredAccuracy: settings.desiredAccuracy, isPaused: isPaused) }

    /// The settings in force, if they differ from the configured ones; otherwise `nil`.
    public var settingsInForce: SettingsInForce? { advisor.inForce }

    /// The state of the ``SettingsAdvisor`` to save for the next run.
    public var advice: SettingsAdvisor.State { advisor.state }

    /// Handles a command that changes the settings in force. Only filters and demand change: the knowledge about the
    /// movement is kept, and so is a pause.
    mutating func advise(_ command: SettingsCommand) {
        advisor.handle(command)
        settings = advisor.effective
    }

    /// Applies new settings; the knowledge about the movement is kept. An automatic pause that the new settings do not
    /// allow ends, as if on request.
    public mutating func apply(_ new: ManagerSettings, into events: inout [LocationEvent]) {
        quality.maximumHorizontalAccuracy = new.maximumHorizontalAccuracy
        quality.maximumAge = new.maximumAge
        quality.maximumSpeed = new.maximumSpeed
        gaps.staleAfter = new.staleAfter
        if pause.isPaused, !new.pausesLocationUpdatesAutomatically { resume(into: &events) }
        if new.activityType != settings.activityType || !new.pausesLocationUpdatesAutomatically {
            let place = new.pausesLocationUpdatesAutomatically ? pause.heldPlace : nil
            pause = AutoPause(activityType: new.activityType, pausedAt: place)
        }
        motion.activityType = new.activityType
        if !new.deliversDepartures { forgetKept() }
        if new.smoothing != settings.smoothing { smoother = new.smoothing.map { PositionSmoother($0) } }
        advisor.configured = new
        settings = advisor.effective
    }

    /// The receiver's outage began, changed its cause, or (`nil`) ended.
    public mutating func outage(_ outage: Outage?, at now: Duration) {
        gaps.outage(outage, at: now)
    }

    /// The recording has a gap here.
    public mutating func recorded(_ gap: Gap) {
        quality.forgetDoubtful()
        gaps.recorded(gap)
    }

    /// The gate refused a fix.
    public mutating func rejected(_ reason: RejectionReason) {
        gaps.rejected(reason)
    }

    /// Takes the next location that passed the gate and appends the resulting events. `age` is its age in seconds and
    /// `now` the monotonic instant; both are `nil` in a replay. Returns why the location was held back; `nil` if it was
    /// delivered.
    @discardableResult
    public mutating func receive(
        _ received: Location, timeReset: TimeReset? = nil, age: Double? = nil, at now: Duration? = nil,
        into events: inout [LocationEvent]
    ) -> RejectionReason? {
        if let timeReset { reset(timeReset, into: &events) }
        if !revised.isEmpty { revised.removeAll() }
        if received.integrity == .notTrusted { return receive(notTrusted: received, into: &events) }
        if let reason = quality.refusal(of: received, age: age) {
            if reason == .tooFast { gaps.doubted(received.timestamp) } else { gaps.rejected(reason) }
            held[reason, default: 0] += 1
            // The position may be wrong, but not the time: it passed the gate, and others have received it.
            present?.timestamp = received.timestamp
            return reason
        }
        let leap = quality.release.flatMap { deliver($0, before: received, at: now, into: &events) }
        if var change = pendingChange {
            change.timestamp = received.timestamp
            judged(change, into: &events)
        }
        return pass(received, after: leap, at: now, into: &events)
    }

    /// The receiver's time went back.
    private mutating func reset(_ timeReset: TimeReset, into events: inout [LocationEvent]) {
        quality.timeReset()
        gaps.timeReset()
        pause.timeReset()
        motion.timeReset()
        currentMotion = CurrentMotion()
        forgetKept()
        (deliveredTravel, deliveredPlace) = (nil, nil)
        smoother?.reset()
        advisor.timeReset(timeReset)
        pendingGap = nil
        present?.timestamp = timeReset.timestamp
        interval = nil
        lastUntrusted = nil
        events.append(.timeReset(timeReset))
    }

    /// Takes a location that is not trusted. It is delivered by distance and interval alone, and nothing is concluded
    /// from it.
    private mutating func receive(
        notTrusted location: Location, into events: inout [LocationEvent]
    ) -> RejectionReason? {
        gaps.rejected(.notTrusted)
        isBroken = true
        if let reason = reasonToHold(notTrusted: location) {
            held[reason, default: 0] += 1
            return reason
        }
        lastUntrusted = location
        delivered += 1
        events.append(.location(location))
        return nil
    }

    private func reasonToHold(notTrusted location: Location) -> RejectionReason? {
        guard settings.deliversUntrusted else { return .notTrusted }
        guard let last = lastUntrusted else { return nil }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        if let interval = settings.minimumInterval, (0..<interval).contains(seconds) { return .minimumInterval }
        if let filter = settings.distanceFilter, location.distance(to: last) < filter { return .distanceFilter }
        return nil
    }

    /// The trust in the position changed. What was held back as a leap is one, if it is not trusted.
    mutating func judged(_ change: IntegrityChange, into events: inout [LocationEvent]) {
        pendingChange = nil
        // What is in doubt may be older, and comes first.
        guard change.state == .notTrusted || quality.doubtfulCount == 0 else { return pendingChange = change }
        forgetKept()
        lastUntrusted = nil
        if change.state == .notTrusted {
            if quality.doubtfulCount > 0, let last = quality.last?.timestamp {
                present?.timestamp = last
                gaps.disbelieve(since: last)
            }
            for var location in quality.giveUpDoubtful() {
                location.integrity = .notTrusted
                if receive(notTrusted: location, into: &events) == nil { held[.tooFast, default: 1] -= 1 }
            }
        }
        events.append(.integrity(change))
        // Who does not get them has no location.
        if change.state == .notTrusted, !settings.deliversUntrusted {
            events.append(.failure(LocationFailure(.locationUnknown, timestamp: change.timestamp)))
        }
    }

    /// Takes locations that were held back as leaps, as if they came now. Returns the gap before `location`, if it
    /// leapt and none of them is left.
    private mutating func deliver(
        _ release: QualityFilter.Release, before location: Location, at now: Duration?,
        into events: inout [LocationEvent]
    ) -> Gap? {
        if let last = release.last {
            present = Present(timestamp: last.timestamp, coordinate: last.coordinate)
        }
        var gap = release.gap(before: location)
        for location in release.locations {
            held[.tooFast, default: 1] -= 1
            let reason = pass(location, after: gap, at: now, into: &events)
            revised.append(.init(timestamp: location.timestamp, was: .tooFast, now: reason))
            gap = nil
        }
        if held[.tooFast] == 0 { held[.tooFast] = nil }
        return gap
    }

    /// Takes a location that passed the quality filter; `leap` is a gap before it that no silence explains.
    private mutating func pass(
        _ received: Location, after leap: Gap? = nil, at now: Duration?, into events: inout [LocationEvent]
    ) -> RejectionReason? {
        smoothed = smoother?.smooth(received)
        let location = smoothed ?? received
        let silence = present.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
        let before = present
        present = Present(timestamp: location.timestamp, coordinate: location.coordinate)
        let gap =
            gaps.accepted(location.timestamp, at: now) ?? leap
            ?? (isBroken ? before.map { Gap(from: $0.timestamp, to: location.timestamp, cause: .notTrusted) } : nil)
        isBroken = false
        let endsHole =
            leap != nil || silence > max(settings.staleAfter.seconds, Self.intervalsOfHole * (interval ?? 0))
        interval = silence
        // Locations before a gap would be written after it. Whether there is a gap may depend on the clock; this must
        // not. The usual interval of a slow receiver is no hole: what it showed of a departure is kept.
        if gap != nil || endsHole { forgetKept() }
        // As a computed property, this would copy the whole value.
        let isObserved = settings.holdsPositionWhenStationary || settings.pausesLocationUpdatesAutomatically
        let change =
            isObserved
            ? motion.receive(location, leaving: pause.isPaused ? pause.reach : pause.radius) : .none
        evidence = isObserved ? motion.state(after: change) : nil
        currentMotion.receive(location, isObserved ? change : nil, state: evidence ?? .unknown)
        if advisor.receive(received, evidence) { settings = advisor.effective }
        updatePause(location, gap: gap, change, into: &events)
        if case .departed(let since) = change { deliverKept(since: since, provenBy: location, into: &events) }
        deliverTurn(before: location, into: &events)
        guard let reason = reasonToHold(location, motion.travel, endsHole: endsHole) else {
            deliver(location, motion.travel, at: motion.meanPosition, into: &events)
            return nil
        }
        held[reason, default: 0] += 1
        keep(location, reason)
        return reason
    }

    /// The figures behind a decision to hold a location back, or the accuracy of a delivered one. Call it right after
    /// ``receive(_:timeReset:age:at:into:)``, with its result. It is computed only on request: a replay never asks.
    /// Mutating only to avoid a copy of the value.
    public mutating func figures(
        of received: Location, heldBack reason: RejectionReason?, age: Double?
    ) -> FixOutcome.Figures {
        let location = smoothed.flatMap { $0.timestamp == received.timestamp ? $0 : nil } ?? received
        return switch reason {
        case nil: .init(measured: location.horizontalAccuracy)
        case .inaccurate: .init(measured: location.horizontalAccuracy, limit: settings.maximumHorizontalAccuracy)
        case .tooOld: .init(measured: age, limit: settings.maximumAge)
        case .tooFast: .init(measured: quality.speed(to: location), limit: settings.maximumSpeed)
        case .paused:
            .init(measured: metres(from: pause.heldPlace, to: location), limit: pause.reach)
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
        case .noFix, .invalidCoordinate, .nullIsland, .noTime, .timeBackwards, .timeForwards, .duplicate, .frozen,
            .notTrusted:
            .init()
        }
    }

    private func metres(from place: Coordinate?, to location: Location) -> Double? {
        place.map { location.coordinate.distance(to: $0) }
    }

    /// Ends a pause that the client no longer wants.
    private mutating func resume(into events: inout [LocationEvent]) {
        quality.forgetDoubtful()
        forgetKept()
        pause = AutoPause(activityType: settings.activityType)
        guard let present else { return }
        reportPendingGap(endingAt: present.timestamp, into: &events)
        events.append(
            .resume(Resume(timestamp: present.timestamp, coordinate: present.coordinate, cause: .requested)))
    }

    private mutating func deliver(
        _ location: Location, _ travel: ReportedTravel, at place: PlaneVector, into events: inout [LocationEvent]
    ) {
        if let last = lastDelivered, let before = deliveredTravel, let filter = settings.distanceFilter {
            let way = motion.mostOfWay * (travel.way - before.way)
            credit = min(max(credit + way - location.distance(to: last), -2 * filter), filter)
        }
        lastDelivered = location
        turning.begin(at: place)
        (deliveredTravel, deliveredPlace) = (travel, place)
        delivered += 1
        events.append(.location(location))
        kept.removeAll()
    }

    /// Another service delivered an event at this time: what was held back before would be out of order after it.
    mutating func forgetKept(before time: Timestamp) {
        kept.removeAll(before: time)
        quality.forgetDoubtful(before: time)
        turning.begin(at: nil)
    }

    /// The locations held back are obsolete: another event was delivered meanwhile, or may have been.
    mutating func forgetKept() {
        kept.removeAll()
        turning.begin(at: nil)
    }

    private mutating func keep(_ location: Location, _ reason: RejectionReason) {
        if reason == .distanceFilter { turning.note(location, at: motion.meanPosition, motion.travel) }
        guard settings.deliversDepartures, reason == .stationary || reason == .paused,
            let start = motion.doubtfulSince
        else { return }
        let entry = KeptLocations.Kept(
            location: location, travel: motion.travel, place: motion.meanPosition, reason: reason)
        kept.keep(entry, noneBefore: start)
    }

    /// It has been moving for a while: locations held back since then are delivered as if that had been known.
    private mutating func deliverKept(
        since: Timestamp, provenBy proof: Location, into events: inout [LocationEvent]
    ) {
        guard settings.deliversDepartures, !isPaused else { return }
        let departing = kept.take(since: since, leaving: motion.departurePlace, within: motion.nearness)
        let isWalk = motion.measuresWay(at: proof)
        for (index, entry) in departing.enumerated() {
            held[entry.reason, default: 1] -= 1
            // The start of a departure is always delivered. Going on after a stop within a walk is not a departure.
            let isWithinWalk =
                isWalk
                && lastDelivered.map {
                    entry.location.timestamp.seconds(since: $0.timestamp) < MotionThresholds.longestStop
                        && isAhead(entry.location, of: entry.travel, since: $0)
                } == true
            let reason =
                isWithinWalk
                ? .distanceFilter
                : reasonToFilter(entry.location, entry.travel, at: entry.place, isDeparture: index == 0)
            if let reason {
                held[reason, default: 0] += 1
            } else {
                deliver(entry.location, entry.travel, at: entry.place, into: &events)
            }
            revised.append(.init(timestamp: entry.location.timestamp, was: entry.reason, now: reason))
        }
    }

    /// That a way leads back is only known after the turn: then the farthest location is delivered, as if the turn had
    /// been known. Directions that are taken from the positions show their noise as turns.
    private mutating func deliverTurn(before location: Location, into events: inout [LocationEvent]) {
        guard settings.deliversTurns, settings.deliversDepartures, motion.isMoving, !motion.isSlow, !isPaused,
            let filter = settings.distanceFilter, let last = lastDelivered, let turn = turning.location,
            !motion.reportsDirections || motion.measuresWay(at: location) && isTurn(motion.travel, filter)
        else { return }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        // A way as long as the measured one is no drift.
        let isMeasured =
            motion.measuresWay(at: location) && turning.length(to: motion.meanPosition) <= allowedWay(motion.travel)
        let least =
            isMeasured
            ? leastDetour(filter)
            : max(
                MotionThresholds.turnDistanceInFilters * filter,
                MotionThresholds.turnDistanceInDrifts * motion.drift(over: seconds))
        guard turning.detour(to: motion.meanPosition) >= least else { return }
        let interval = turn.timestamp.seconds(since: last.timestamp)
        if let least = settings.minimumInterval, interval < least { return }
        if isAhead(turn, of: turning.travel, since: last) { return }
        held[.distanceFilter, default: 1] -= 1
        deliver(turn, turning.travel, at: turning.place, into: &events)
        revised.append(.init(timestamp: turn.timestamp, was: .distanceFilter, now: nil))
    }

    private mutating func updatePause(
        _ location: Location, gap: Gap?, _ change: MotionEvidence.Change, into events: inout [LocationEvent]
    ) {
        guard settings.pausesLocationUpdatesAutomatically else {
            if let gap { events.append(.gap(gap)) }
            return
        }
        let wasPaused = pause.isPaused
        if let gap {
            if wasPaused { keep(gap) } else { events.append(.gap(gap)) }
        }
        // A leap without a way there is drift, however far.
        let observed =
            pause.isPaused
            ? motion.isLeap ? .infinity : motion.reach(accuracy: location.horizontalAccuracy) : 0
        switch pause.receive(
            location, motion.state(after: change), drift: observed)
        {
        case .none:
            // Still in place: the silence of a parked vehicle is not a gap.
            if wasPaused, !pause.isLeaving { pendingGap = nil }
        case .pause(let place):
            events.append(.pause(Pause(timestamp: location.timestamp, coordinate: place, cause: .stationary)))
            forgetKept()
        case .resume(let cause):
            var since = location.timestamp
            if case .departed(let earlier) = change { since = earlier } else { since = motion.depart() }
            // The event is dated back to the departure, if that was kept.
            let first =
                settings.deliversDepartures
                ? kept.departing(since: since, leaving: motion.departurePlace, within: motion.nearness).first?.location
                : nil
            let moment = first ?? location
            reportPendingGap(endingAt: moment.timestamp, into: &events)
            events.append(
                .resume(Resume(timestamp: moment.timestamp, coordinate: moment.coordinate, cause: cause)))
            deliverKept(since: since, provenBy: location, into: &events)
        }
    }

    /// Keeps a gap while it is uncertain whether the pause ended in it. Two in a row become one, with the cause of the
    /// longer one.
    private mutating func keep(_ gap: Gap) {
        guard let first = pendingGap else {
            pendingGap = gap
            return
        }
        let isLonger = gap.to.seconds(since: gap.from) > first.to.seconds(since: first.from)
        pendingGap = Gap(from: first.from, to: gap.to, cause: isLonger ? gap.cause : first.cause)
    }

    private mutating func reportPendingGap(endingAt end: Timestamp, into events: inout [LocationEvent]) {
        guard let gap = pendingGap else { return }
        pendingGap = nil
        events.append(.gap(Gap(from: gap.from, to: end, cause: gap.cause)))
    }

    private mutating func reasonToHold(
        _ location: Location, _ travel: ReportedTravel, endsHole: Bool
    ) -> RejectionReason? {
        if isPaused { return .paused }
        guard lastDelivered != nil else { return nil }
        if settings.holdsPositionWhenStationary, !motion.isMoving { return .stationary }
        // No line leads through a hole: what moves begins a new one where it ends.
        let isDeparture = endsHole && settings.deliversDepartures && motion.isMoving
        return reasonToFilter(location, travel, at: motion.meanPosition, isDeparture: isDeparture)
    }

    // Mutating only to avoid a copy of the value.
    private mutating func reasonToFilter(
        _ location: Location, _ travel: ReportedTravel, at place: PlaneVector, isDeparture: Bool
    ) -> RejectionReason? {
        guard let last = lastDelivered else { return nil }
        let seconds = location.timestamp.seconds(since: last.timestamp)
        if let interval = settings.minimumInterval, seconds >= 0, seconds < interval { return .minimumInterval }
        guard !isDeparture, let filter = settings.distanceFilter else { return nil }
        if isAhead(location, of: travel, since: last) { return .distanceFilter }
        let least = max(filter, reachOfDrift(at: location, seconds, filter))
        if isNearer(than: least, location, at: place, to: last) {
            return isClearlyBetter(location, than: last) || isTurn(travel, filter) ? nil : .distanceFilter
        }
        return nil
    }

    /// Whether it is that near to the last delivered location. The recorder compares means of noisy fixes: of many, the
    /// first beyond a distance is one that is far off.
    private func isNearer(
        than metres: Double, _ location: Location, at place: PlaneVector, to last: Location
    ) -> Bool {
        guard settings.filtersDrift, settings.holdsPositionWhenStationary, let deliveredPlace else {
            return location.coordinate.isNearer(than: metres, to: last.coordinate)
        }
        return (place - deliveredPlace).length < metres
    }

    /// Metres from the last delivered location within which the receiver's drift would make the track longer than the
    /// way.
    private func reachOfDrift(at location: Location, _ seconds: Double, _ filter: Double) -> Double {
        guard settings.filtersDrift, seconds > 0 else { return 0 }
        let isOnFoot = motion.isOnFoot(at: location)
        var fresh = MotionThresholds.freshDriftsBetweenLocations * motion.drift(over: 1)
        if isOnFoot {
            let lasting = motion.drift(over: MotionThresholds.lastingInterval)
            fresh = max(fresh, MotionThresholds.lastingDriftsBetweenLocations * lasting)
        }
        fresh = min(fresh, MotionThresholds.mostFiltersOfFreshDrift * filter)
        guard motion.isSlow, isOnFoot else { return fresh }
        let slow = min(
            MotionThresholds.driftsBetweenLocations * motion.drift(over: seconds),
            MotionThresholds.maximumDriftToFilterRatio * filter)
        return max(slow, fresh)
    }

    /// Whether the track would be longer than the way of measured speeds: what is more is drift.
    private func isAhead(_ location: Location, of travel: ReportedTravel, since last: Location) -> Bool {
        guard settings.filtersDrift, motion.measuresWay(at: location), deliveredTravel != nil else { return false }
        let distance = location.distance(to: last)
        let seconds = location.timestamp.seconds(since: last.timestamp)
        // What is beyond the drift was gone, whatever the speeds say.
        let drift = MotionThresholds.driftsOfWay * motion.drift(over: seconds)
        return distance > allowedWay(travel)
            && distance < max(MotionThresholds.filtersOfWay * (settings.distanceFilter ?? 0), drift)
    }

    /// Metres that the track may be longer than it is at the last delivered location.
    private func allowedWay(_ travel: ReportedTravel) -> Double {
        motion.mostOfWay * (travel.way - (deliveredTravel?.way ?? 0)) + credit
    }

    /// Metres by which a way must be longer than the straight line to be a turn, as reported speeds say.
    private func leastDetour(_ filter: Double) -> Double {
        max(filter / MotionThresholds.filtersPerDetour, MotionThresholds.leastDetour)
    }

    /// Whether the way since the last delivered location is clearly longer than the straight line.
    private mutating func isTurn(_ travel: ReportedTravel, _ filter: Double) -> Bool {
        guard settings.deliversTurns, let deliveredTravel else { return false }
        return travel.detour(since: deliveredTravel) >= leastDetour(filter)
    }

    private mutating func isClearlyBetter(_ location: Location, than last: Location) -> Bool {
        guard settings.deliversBetterAccuracy, let new = location.horizontalAccuracy, let old = last.horizontalAccuracy
        else { return false }
        return new <= old * Self.betterAccuracy
    }
}
