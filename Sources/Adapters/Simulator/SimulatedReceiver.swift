import Glibc
public import LocationModel

/// A receiver that moves along a route: for each epoch the sentences that it writes, and the truth. No clock and no
/// I/O: the same route and settings give the same bytes.
public struct SimulatedReceiver: EpochSource {
    /// The properties of the receiver and its journey.
    public struct Settings: Sendable, Hashable {
        /// Epochs per second of the receiver's time, 0.1...100.
        public var rate = 1.0
        /// Standard deviation of the position per horizontal axis in metres, 0...1000; those of the altitude and the
        /// speed, and the reported accuracies, follow from it and the satellites. 0 is an exact receiver.
        public var noise = 1.5
        /// The source of the noise.
        public var seed: UInt64 = 0
        /// The time of the first epoch.
        public var start: Timestamp
        /// Seconds from the first epoch to the first fix, 0...86400; the journey begins with the fix.
        public var timeToFirstFix = 3.0
        /// Seconds from the first epoch in which a jammer comes near and goes away; `nil` for none.
        public var jamming: Range<Double>?
        /// Whether the journey begins again when it ends.
        public var repeats = false

        /// A receiver of 1 Hz and 1.5 m that is switched on at `start`.
        public init(start: Timestamp) {
            self.start = start
        }
    }

    /// Below this speed, in metres per second, a receiver does not know its course.
    private static let slowestCourse = 0.3
    /// The smallest accuracy in metres that a receiver reports: none reports itself as exact.
    private static let smallestClaim = 0.1

    private let settings: Settings
    private let route: Route
    private var cursor: RouteCursor
    private var error: PositionError
    private var index = 0

    /// A receiver at the beginning of its route; throws `.usage` if a setting is out of range.
    public init(route: Route, settings: Settings) throws(SimulationError) {
        guard (0.1...100).contains(settings.rate) else {
            throw SimulationError(.usage, "the rate must be 0.1 to 100 epochs a second")
        }
        guard (0...1000).contains(settings.noise) else {
            throw SimulationError(.usage, "the noise must be 0 to 1000 m")
        }
        guard (0...86_400).contains(settings.timeToFirstFix) else {
            throw SimulationError(.usage, "the time to the first fix must be 0 to 86400 s")
        }
        self.settings = settings
        self.route = route
        cursor = RouteCursor(route)
        error = PositionError(noise: settings.noise, interval: 1 / settings.rate, seed: settings.seed)
    }

    /// The next epoch with its truth; `nil` after the last of a route that is not repeated.
    public mutating func next() -> SimulatedEpoch? {
        let elapsed = Double(index) / settings.rate
        let travelled = elapsed - settings.timeToFirstFix
        // A billionth of a second: the end is an epoch, too, whatever the rounding of its time.
        guard settings.repeats || travelled <= route.duration + 1e-9 else { return nil }
        index += 1
        let time = settings.start.advanced(bySeconds: elapsed)
        let (state, reception) = reception(elapsed: elapsed, travelled: travelled)
        let sky = SimulatedSky(
            from: state.coordinate, altitude: state.altitude, at: time, reception: reception,
            jamming: jamming(at: elapsed), seed: settings.seed)
        let sample = error.next(sky.dilution)
        // A receiver reads the time of the first satellite that it decodes, long before it has four.
        let knowsTime = elapsed >= settings.timeToFirstFix / 2
        let reported = report(state, sample, sky: sky, at: knowsTime ? time : nil)
        let message = EpochMessage(
            fix: reported, geoidSeparation: state.geoidSeparation, sky: sky, range: sample.range,
            smallestClaim: Self.smallestClaim)
        return SimulatedEpoch(
            elapsed: elapsed, bytes: message.bytes, truth: truth(state, at: time), reported: reported)
    }

    /// The next epoch in the form for a serial line.
    public mutating func nextEpoch() -> PlayedEpoch? {
        next().map { PlayedEpoch(elapsed: $0.elapsed, bytes: $0.bytes) }
    }

    /// dB by which a jammer makes all signals weaker: one more each second, as it comes near, and gone at the end.
    private func jamming(at elapsed: Double) -> Double {
        guard let jamming = settings.jamming, jamming.contains(elapsed) else { return 0 }
        return min(elapsed - jamming.lowerBound, 40)
    }

    private mutating func reception(
        elapsed: Double, travelled: Double
    ) -> (RouteCursor.State, SimulatedSky.Reception) {
        guard travelled >= 0 else {
            return (cursor.state(at: 0), .acquiring(elapsed / settings.timeToFirstFix))
        }
        guard settings.repeats, travelled > route.duration, route.lap > 0 else {
            let state = cursor.state(at: travelled)
            return (state, state.hasSignal ? .tracking : .blocked)
        }
        let inLap = travelled.truncatingRemainder(dividingBy: route.lap)
        let state = cursor.state(at: inLap)
        return (state, state.hasSignal && inLap <= route.duration ? .tracking : .blocked)
    }

    private func truth(_ state: RouteCursor.State, at time: Timestamp) -> Fix {
        var fix = Fix(mode: .fix3D, timestamp: time, coordinate: state.coordinate, isSimulated: true)
        fix.altitude = state.altitude
        fix.ellipsoidalAltitude = state.geoidSeparation.map { $0 + state.altitude }
        fix.speed = state.speed
        fix.course = state.course
        return fix
    }

    private func report(
        _ state: RouteCursor.State, _ error: PositionError.Sample, sky: SimulatedSky, at time: Timestamp?
    ) -> Fix {
        var fix = Fix(mode: .none, timestamp: time, isSimulated: true)
        guard let dilution = sky.dilution else { return fix }
        let distance = hypot(error.east, error.north)
        fix.mode = .fix3D
        fix.coordinate =
            distance > 0
            ? state.coordinate.moved(by: distance, bearing: atan2(error.east, error.north) * 180 / .pi)
            : state.coordinate
        let altitude = state.altitude + error.up
        fix.altitude = altitude
        fix.ellipsoidalAltitude = state.geoidSeparation.map { $0 + altitude }
        let course = (state.course ?? 0) * .pi / 180
        let (east, north) = (state.speed * sin(course) + error.eastSpeed, state.speed * cos(course) + error.northSpeed)
        let speed = hypot(east, north)
        fix.speed = speed
        if speed >= Self.slowestCourse {
            let bearing = atan2(east, north) * 180 / .pi
            fix.course = bearing < 0 ? bearing + 360 : bearing
        }
        fix.satellitesUsed = sky.satellites.count(where: \.isUsed)
        fix.hdop = dilution.horizontal
        return fix
    }
}

/// One epoch of a simulated receiver: its sentences, and the truth.
public struct SimulatedEpoch: Sendable, Hashable {
    /// Seconds since the receiver was switched on.
    public var elapsed: Double
    /// NMEA 0183 sentences.
    public var bytes: [UInt8]
    /// The true position and motion of the receiver: without noise, and also without a fix.
    public var truth: Fix
    /// The content of the sentences, before rounding.
    public var reported: Fix
}
