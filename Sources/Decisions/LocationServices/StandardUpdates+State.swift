internal import LocationModel
internal import Motion

extension StandardUpdates {
    /// The place and time of the last location.
    struct Present: Sendable, Hashable, Codable {
        var timestamp: Timestamp
        var coordinate: Coordinate
    }

    /// The state kept across restarts, so that updates continue as if they had never stopped.
    struct State: Sendable, Codable {
        var delivered: Location?
        var present: Present?
        var interval: Double?
        var quality: QualityFilter.State
        var gaps: GapDetector.State
        var activityType: ActivityType
        var pause: AutoPause.State
        var motion: MotionEvidence
        var kept: KeptLocations
        var turning: TurningPoint?
        var deliveredTravel: ReportedTravel?
        var deliveredPlace: PlaneVector?
        var credit: Double?
        var smoother: PositionSmoother?
        var pendingGap: Gap?

        /// Whether this type can have written it: a file may contain anything.
        var isValid: Bool {
            if case .watching(let window?) = pause, !window.isValid { return false }
            return motion.isValid && kept.isValid && turning?.isValid != false && smoother?.isValid != false
                && delivered?.isValid != false && abs(credit ?? 0) < 1e12
                && quality.isValid
        }

        /// Whether the track does not continue after the last delivered location: otherwise the track is more recent.
        /// The track may end earlier if the recorder leaves private places out.
        func isUpToDate(with seed: Seed?) -> Bool {
            guard let seed else { return delivered == nil }
            guard let delivered, delivered.timestamp >= seed.location.timestamp else { return false }
            guard delivered.timestamp == seed.location.timestamp else { return true }
            if case .paused = pause { return seed.pausedAt != nil }
            return seed.pausedAt == nil
        }
    }

    /// The state for the next run; `now` is the monotonic instant, `nil` in a replay.
    func state(at now: Duration?) -> State {
        State(
            delivered: lastDelivered, present: present, interval: interval, quality: quality.state,
            gaps: gaps.state(at: now), activityType: settings.activityType, pause: pause.state, motion: motion,
            kept: kept, turning: turning, deliveredTravel: deliveredTravel, deliveredPlace: deliveredPlace,
            credit: credit, smoother: smoother, pendingGap: pendingGap)
    }

    /// Resumes an earlier run. The seed, which comes from what was delivered, is more reliable: if more was delivered
    /// than the state contains, only the learned interval of locations is taken from the state.
    init(
        settings: ManagerSettings, resuming state: State?, after seed: Seed?, advice: SettingsAdvisor.State,
        at now: Duration?
    ) {
        self.init(settings: settings, resumingAfter: seed, advice: advice, at: now)
        guard let state else { return }
        guard state.isUpToDate(with: seed) else {
            gaps.resumeInterval(state.gaps)
            return
        }
        lastDelivered = state.delivered
        present = state.present
        interval = state.interval
        pendingGap = state.pendingGap
        quality.resume(state.quality)
        gaps = GapDetector(staleAfter: settings.staleAfter, resuming: state.gaps, at: now)
        motion = state.motion
        motion.activityType = settings.activityType
        kept = settings.deliversDepartures ? state.kept : KeptLocations()
        turning = settings.deliversDepartures ? state.turning ?? TurningPoint() : TurningPoint()
        (deliveredTravel, deliveredPlace) = (state.deliveredTravel, state.deliveredPlace)
        credit = state.credit ?? 0
        if state.activityType == settings.activityType, settings.pausesLocationUpdatesAutomatically {
            pause = AutoPause(activityType: settings.activityType, resuming: state.pause)
        }
        if let kept = state.smoother, kept.smoothing == settings.smoothing { smoother = kept }
    }
}
