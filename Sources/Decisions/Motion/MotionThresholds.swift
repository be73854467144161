internal import LocationModel

/// What counts as standing, moving and staying: the one place for these figures, live, in replays and in analyses of
/// tracks.
///
/// Sources, by their marks:
/// - *parked*: recordings of parked antennas (`signalk-gps`, `gpsd`'s stationary recordings). They drift 20 m in a
///   minute and 50 m in a quarter of an hour, and those that report a Doppler speed report less than 0.5 m/s.
/// - *people*: walking speed is 1.35 m/s (`ActivityModel` has the distribution); 1 m/s is slower than nearly all of it.
/// - *Li 2008*: Q. Li et al., "Mining user similarity based on location history", ACM GIS 2008: a stay is some minutes
///   within some hundred metres. `CLVisit` names no figures; these reproduce its documented examples.
/// - *choice*: a choice of ours between missing something early and believing something false; the property says which.
package enum MotionThresholds {
    // MARK: Standing and moving

    /// m/s. A reported speed below it is standing when it lasts for ``standingDuration``. *parked*
    ///
    /// Used by ``MotionEvidence`` and, in analyses, by `MotionAnalyzer`.
    package static let standingSpeed = 0.5
    /// Seconds of standing after which a position is held and a track has a stop. *choice*: shorter, and each step
    /// around a puddle is a stop.
    ///
    /// Used by ``MotionEvidence`` and `MotionAnalyzer`.
    package static let standingDuration = 10.0
    /// m/s. A reported speed from which on something moves when it lasts for ``movingDuration``. *people*
    ///
    /// Used by ``MotionEvidence`` and `MotionAnalyzer`.
    package static let movingSpeed = 1.0
    /// Seconds that ``movingSpeed`` must last: blips of a parked receiver are shorter. *parked*
    ///
    /// Used by ``MotionEvidence`` and `MotionAnalyzer`.
    package static let movingDuration = 3.0
    /// m/s. A speed that no receiver reports where it stands. *parked*
    ///
    /// Used by `MotionAnalyzer`, for which it need not last, and by ``AutoPause``, for which it must last for
    /// ``certainSpeedDuration`` and lead away.
    package static let certainSpeed = 2.0
    /// Seconds that ``certainSpeed`` must last before it ends a pause. *choice*: a pause that ends for nothing costs a
    /// star of drift.
    ///
    /// Used by ``AutoPause``.
    package static let certainSpeedDuration = 5.0

    // MARK: Drift

    /// Metres around a place that are drift, where the accuracy is no worse. *parked*: what an antenna drifts in a
    /// minute.
    ///
    /// Used by ``MotionEvidence``, ``PauseThresholds``, `MotionAnalyzer` and `TripFinder`.
    package static let driftRadius = 25.0
    /// Metres from a stop beyond which even the slowest motion has left it, or ``leavingAccuracies`` where that is
    /// more. *parked*: above the drift of a quarter of an hour; a raft's is more.
    ///
    /// Used by `MotionAnalyzer`.
    package static let leavingRadius = 75.0
    /// Horizontal accuracies that count as much as ``leavingRadius``, where they are worse. *parked*
    ///
    /// Used by `MotionAnalyzer`.
    package static let leavingAccuracies = 4.0
    /// Locations in a row beyond a distance that prove a departure: one alone may be an outlier. *choice*
    ///
    /// Used by ``AutoPause``.
    package static let departureConfirmations = 2
    /// m/s. Receivers with static navigation (SiRF, MTK) freeze the position below it: 2 knots, from their manuals.
    ///
    /// Used by ``FixGate``.
    package static let staticNavigationSpeed = 1.03

    // MARK: Usual speeds

    /// m/s. *people*
    ///
    /// The usual speeds are used by `ActivityModel`, and the distance filters of ``SettingsPreset`` follow from them.
    package static let walkingSpeed = 1.35
    /// m/s. *people*
    package static let runningSpeed = 3.0
    /// m/s. *people*
    package static let cyclingSpeed = 5.0
    /// m/s. The standard deviation of the speeds that a receiver reports where it stands. *parked*
    ///
    /// Used by `ActivityModel`.
    package static let standingSpeedDeviation = 0.3

    // MARK: Speeds from positions

    /// Seconds that a speed is measured over, at least, where none is reported: from one second to the next a
    /// position's noise is faster than a pedestrian. *parked*
    ///
    /// Used by `DerivedSpeed`.
    package static let derivedSpeedWindow = 5.0
    /// Seconds. Locations further apart tell by their distance whether something moved between them: a reported speed
    /// is one of the moment only. *choice*
    ///
    /// Used by `MotionAnalyzer`.
    package static let sparseInterval = 10.0

    /// What is left of a pace from one location to the next. Braking and setting off, something goes half as fast in
    /// the mean: if a step of ``driftRadius`` or less took ``standingDuration`` longer than that, it stood. *choice*
    ///
    /// Used by `MotionAnalyzer`.
    package static let fadingOfPace = 0.8

    // MARK: Staying

    /// Metres around the middle of a stay that belong to it. *Li 2008*
    ///
    /// Used by ``Visits`` and `TripFinder`, for which it is also the least reach and length of a trip.
    package static let stayRadius = 100.0
    /// Metres from a visited place beyond which two locations in a row end the visit; nearer ones end it after
    /// ``stayDuration``. *choice*: a night at one place is one visit, of a logger that errs indoors by more than
    /// ``stayRadius`` for minutes.
    ///
    /// Used by ``Visits``.
    package static let departureRadius = 200.0
    /// Seconds that make a stay a visit, and a silence the end of a trip. *Li 2008*
    ///
    /// Used by ``Visits``, ``PauseThresholds`` and `TripFinder`.
    package static let stayDuration = 300.0
    /// Seconds without a location that end each trip, however rarely the track has one: twenty minutes between them
    /// leave room for two that are missing. *choice*
    ///
    /// Used by `TripFinder`.
    package static let longestTripSilence = 3600.0
    /// Seconds of silence after which nothing that happened in it is taken for granted. *choice*: three stays.
    ///
    /// Used by ``Visits``.
    package static let longestSilence = 900.0
    /// Seconds between the locations that are kept of a stay that may yet be a stroll. *choice*
    ///
    /// Used by ``Visits``.
    package static let strollInterval = 15.0
    /// Seconds that it may take to get from where a stay was to beyond ``driftRadius``; longer is a stroll about it.
    /// *people*
    ///
    /// Used by `TripFinder`.
    package static let longestDeparture = 60.0

    // MARK: Evidence of motion, used by MotionEvidence

    /// Time scales: blocks of 1, 2, 4 … seconds.
    static let motionLevels = 7
    /// The scale at which fixes begin that come less often than each second, at most: every four seconds and more.
    static let highestFirstLevel = 2
    /// The highest of them at which reported speeds are compared.
    static let highestSpeedLevel = 4
    /// The scale, half a minute, that must be known before a receiver's drift is.
    static let slowestKnown = 5
    /// Seconds over which the size of steps is averaged while it moves.
    static let energyMemory = 64.0
    /// Variances that steps of noise have at most, on average.
    static let noiseEnergy = 2.5
    /// Seconds of the shortest block, less what the clock of a receiver at 1 Hz wanders.
    static let shortestBlock = 0.95
    /// Seconds between fixes so often that their steps differ by noise alone.
    static let shortInterval = 0.5
    /// Seconds between two fixes beyond which nothing is known of the time between.
    package static let longestInterval = 30.0
    /// Seconds for which a reported speed holds where fixes without one follow: some receivers report five or ten fixes
    /// a second, and with one of them the speed.
    static let longestSpeed = 1.5
    /// What steps of the position must prove. A pair of steps of noise counts as 0.4 to 0.55 in the mean, motion of
    /// three times the noise's variance as 1.2 to 1.6. Chosen on seeds 31,000 to 31,005 of `market` of
    /// Tests/Support/Truth, and on 3,440 runs of two hours of standing of `SecondReceiver` with seeds 75,000 to 75,002.
    /// *choice*
    static let driftRule = MotionLevel.Rule(allowance: 1, cap: 4, proof: 15)
    /// What reported speeds must prove: at least 20 s of one that is clearly above the noise; blips of a parked
    /// receiver last up to 15 s. *parked*
    static let speedRule = MotionLevel.Rule(allowance: 2, cap: 4, proof: 40)
    /// How much of the length of two steps counts whatever their directions. *choice*
    static let turnTolerance = 0.7
    /// m/s. What is slower is never motion.
    static func leastSpeed(_ activityType: ActivityType) -> Double {
        switch activityType {
        case .other, .automotiveNavigation, .fitness: 0.2
        // A boat swings at its anchor, and a parked glider in the wind.
        case .otherNavigation, .airborne: 1
        }
    }
    /// m/s. The lowest speed that may count as standing.
    package static let leastStandingSpeed = 0.15
    /// The part of the squares of the steps that the reported speeds must leave unexplained, to be anything else than
    /// these steps.
    static let maximumUnexplainedShare = 0.02
    /// m/s, per axis. What a receiver's speeds are assumed to be off by.
    static let usualSpeedNoise = 0.3
    /// m²/s². What they are off by at least.
    static let leastSpeedNoise = 0.0025
    /// Metres. The accuracy of a receiver that does not say it, and the least that is believed before it has shown how
    /// much it drifts: claims are often too good.
    static let usualAccuracy = 12.0
    /// Metres per axis. What a receiver is assumed to drift at least, before it has shown how much it does: claims are
    /// often too good.
    static let minimumTypicalDrift = 4.0
    /// Metres. What a receiver drifts at least, from block to block.
    static let leastDrift = 0.5
    /// Seconds after which noise that was noted is believed, where nothing moved since.
    static let learningTime = 128.0
    /// Seconds that a receiver may converge after it was switched on.
    static let settlingTime = 60.0
    /// Seconds between the places that are compared to find out whether it has been under way since it was switched on:
    /// at 36 and 54 s if it is far away, and at 72 s.
    static let startInterval = 6.0
    /// Metres that each third of the time since the first fix must lead, to be a way and no noise. *choice*
    static let leastStart = 8.0
    /// The last of these in parts of the first: an error that falls to a third within 30 s has a fifth after 72 s,
    /// within 60 s 0.45.
    static let steadyStart = 0.6
    /// From end to end in parts of the way over all these places. *choice*
    static let straightStart = 0.7
    /// Metres by which it may be off meanwhile.
    static let settlingError = 200.0
    /// m/s. A speed of a vehicle, not of a receiver that converges.
    static let vehicleSpeed = 5.0
    /// Deviations of the drift between two locations that they must be apart. Drift of d across a way of s makes it
    /// longer by (d/s)²/2, and by as much again because the first location beyond a distance is one that drifted away:
    /// 5 % with 6.5, as d is learned from means, which drift less than single positions. *choice*
    package static let driftsBetweenLocations = 6.5
    /// The distance filter times this is the most that drift may make of it. *choice*
    package static let maximumDriftToFilterRatio = 1.6
    /// The same for what is new with each fix or each second. Chosen, with the next, on white noise round a rectangle
    /// of 400 × 300 m and the ways of TruthJudge, seeds 0 to 4. *choice*
    package static let freshDriftsBetweenLocations = 5.0
    /// The same on foot for what is new after ``lastingInterval``: it is off in the same direction for some fixes, so
    /// that the first beyond a distance is less far off. Chosen on seeds 9,000 to 9,011 of these ways and of `market`,
    /// and 152,000,011 and 411,000,017 and up of the latter. *choice*
    package static let lastingDriftsBetweenLocations = 4.8
    /// Seconds after which errors that are forgotten within a few seconds are new, and a walk has hardly turned.
    package static let lastingInterval = 4.0
    /// The distance filter times this is the most that it may make of it. *choice*
    package static let mostFiltersOfFreshDrift = 4.0
    /// Metres by which a way must be longer than the straight line to be a turn.
    package static let leastDetour = 1.0
    /// The distance filter in such detours: a bend costs no more than an eighth of the way. *choice*
    package static let filtersPerDetour = 8.0
    /// The part of the distance filter by which the way over a location must be longer than the straight line to be a
    /// turn, without reported directions. *choice*
    package static let turnDistanceInFilters = 0.4
    /// The same in deviations of the drift between the two locations: a turn has four errors. *choice*
    package static let turnDistanceInDrifts = 6.0
    /// Deviations of the drift on the scale on which it is largest that are a place left: of first-order correlated
    /// noise that is nearly the deviation of the positions, and Gaussian errors reach 5.5 of these once in four million
    /// positions.
    static let driftsOfReach = 5.5
    /// How many times as large as while its noise was learned a receiver's error is believed to be, at most. *choice*
    static let mostCoarsening = 10.0
    /// The same from which on its errors are of another kind, as indoors. *choice*
    static let otherErrors = 3.0
    /// Seconds after which a leap is not taken for a reflection. *choice*
    static let longestReflection = 180.0
    /// By what factor the variance of a step grows at most from one scale to the next: 2 for a random walk, 4 for a
    /// straight way.
    static let mostDriftGrowth = 4.0
    /// Samples of the shorter scale whose variance may be twice as large as it seems.
    static let doubtfulSamples = 8.0
    /// Changes of the reported speed that are compared with the positions, at most.
    static let comparisonsOfSpeed = 90.0
    /// The same, at least, before a speed counts as measured.
    static let fewestComparisons = 40.0
    /// The mean cosine between these changes and the positions', at most: 0 for speeds of their own, 0.5 to 1 for
    /// differences of positions.
    static let mostAgreement = 0.3
    /// Seconds of places that are compared to find out whether it ranges over more than drift. *choice*, on a model
    /// outside of this repository: parked with σ 8 m and time constants of 0 to 300 s, smoothed or not, and walks from
    /// stall to stall with σ 1 to 6 m.
    static let rangeMemory = 800.0
    /// How far they range, as ``RecentPlaces`` has it, in deviations of a parked receiver that prove motion. Chosen on
    /// seeds 61,000,011 and 93,000,031 and up of `market` and, parked, 100, 88,000,009 and 240,000,007 and up of both
    /// generators: with 0.87 some with σ 8 m, τ 5 s depart.
    static let deviationsOfRange = 0.88
    /// The part of it that is enough in the ``rangeMemory`` after a walk, as who stopped mostly goes on. Chosen on
    /// seeds 152,000,011 and up of `market`, and on two parked hours after each.
    static let rangeAfterWalk = 0.75
    /// How many times as large as claimed an error may be, up to ``usualAccuracy``.
    static let mostOptimism = 3.0
    /// The part of the proof from which locations are kept for it. Chosen on 45 seeds of `market` from 52,000,017.
    static let doubtfulRange = 0.4
    // The next figures, to `driftsOfWay`, were chosen on seeds 0 to 3 and 31,000 to 31,003 of `market` of
    // Tests/Support/Truth, and judged on others.

    /// m/s. A measured speed below it proves nothing. *parked*: they report less than 0.5 m/s, and that for seconds.
    static let leastMeasuredSpeed = 0.35
    /// The same in deviations of the speed.
    static let deviationsOfMeasuredSpeed = 2.0
    /// The same in means of what is reported at rest, without a course. Chosen on two hours of parked `SecondReceiver`s
    /// with speeds to 0.3 m/s, seeds 777,000 to 777,011.
    static let meansOfMeasuredSpeed = 1.25
    /// Metres that measured speeds must lead to prove motion, less what ``leastMeasuredSpeed`` leads. *parked*: a
    /// receiver that filters went 10 m in a quarter of a minute, three times in twenty minutes (7 m each of these), and
    /// stayed there.
    static let leastMeasuredWay = 12.0
    /// The same in seconds of the deviation of the speed.
    static let deviationsOfMeasuredWay = 40.0
    /// m/s. So fast it is forgotten while the speed is lower: what comes again after a stop counts. *choice*
    static let fadingOfMeasuredWay = 0.1
    /// How much longer than the way of measured speeds with courses the track may be: these are low by a few percent
    /// where it turns. *choice*
    static let mostOfWay = 1.08
    /// Seconds since the last location up to which a stop belongs to a walk, and what follows it is no departure.
    /// *choice*
    package static let longestStop = 120.0
    /// Deviations of the drift between two locations within which the way decides.
    package static let driftsOfWay = 5.0
    /// The same in distance filters, at least.
    package static let filtersOfWay = 4.0
    /// Seconds over which a reported speed must be steady where the receiver's noise is not known yet.
    static let steadinessMemory = 50.0
    /// The variance of such a speed, in parts of its mean square, at most; Gaussian noise has 0.21.
    static let mostUnsteadiness = 0.1
    /// m/s. What is slower takes so long from one location to the next that drift counts. *people*: slower than nearly
    /// all walk.
    static let slowPace = 0.6
    /// Steps on the scale of four seconds after which a pace is known from positions.
    static let fewestPaces = 10.0
    /// Metres around a place within which a receiver that stands is mostly found, at least.
    static let leastNearness = 5.0
    /// Seconds over which the place where it stands is a mean.
    static let placeMemory = 120.0
    /// Seconds of locations that are kept before there is any sign of a departure.
    static let lookBack = 90.0
    /// Seconds that are kept at most: as long as places are compared.
    package static let longestLookBack = rangeMemory
}
