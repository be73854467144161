internal import Glibc
package import LocationModel

/// One beacon: how strong it is, and whether it is here.
///
/// It is here after two strong advertisements within half a minute, or five of any strength within ten seconds, and
/// until none was heard for half a minute. At the edge of its reach, where single advertisements come through, it
/// enters rarely, and then a single one in half a minute keeps it: it does not flap.
struct BeaconTracker: Sendable {
    /// How long it stays without being heard.
    static let exitDelay = Duration.seconds(30)
    /// How strong an advertisement must be, in dBm, for two to be enough.
    static let strong = -85
    /// How many of any strength are enough, and within which time.
    static let entryCount = 5
    static let entryWindow = Duration.seconds(10)
    /// How long a beacon that is no longer heard stays among those that are ranged.
    static let rangingDelay = Duration.seconds(10)

    let identity: BeaconIdentity
    private(set) var isHere = false
    /// When it was last heard, and by whom.
    private(set) var heard: (instant: Duration, time: Timestamp, source: BeaconSighting.Source)
    private var estimate = SignalEstimate()
    private var measuredPower: Int?
    private var lately: [Duration] = []
    private var lastStrong: Duration?

    init(_ sighting: BeaconSighting, at now: Duration, time: Timestamp) {
        identity = sighting.advertisement.identity
        heard = (now, time, sighting.source)
        receive(sighting, at: now, time: time)
    }

    mutating func receive(_ sighting: BeaconSighting, at now: Duration, time: Timestamp) {
        heard = (now, time, sighting.source)
        measuredPower = sighting.advertisement.measuredPower
        estimate.receive(sighting.rssi, at: now)
        guard !isHere else { return }
        lately.append(now)
        lately.removeAll { $0 <= now - Self.entryWindow }
        let isStrong = sighting.rssi >= Self.strong
        let isConfirmed = isStrong && lastStrong.map { now - $0 < Self.exitDelay } ?? false
        if isStrong { lastStrong = now }
        if isConfirmed || lately.count >= Self.entryCount {
            isHere = true
            (lately, lastStrong) = ([], nil)
        }
    }

    /// Who could have heard it was deaf until now: its silence begins here.
    mutating func listeningBegan(at now: Duration) { heard.instant = max(heard.instant, now) }

    /// The beacon as of now; `nil` if it was not heard for so long that it is not ranged.
    mutating func ranged(at now: Duration) -> RangedBeacon? {
        guard now - heard.instant < Self.rangingDelay else { return nil }
        var beacon = RangedBeacon(identity, timestamp: heard.time)
        beacon.rssi = estimate.takeMean()
        if let measuredPower, let strength = estimate.strength(at: now) {
            let distance = PathLoss.distance(measuredPower: measuredPower, rssi: strength)
            beacon.proximity = PathLoss.proximity(at: distance)
            beacon.accuracy = PathLoss.accuracy(of: distance)
        }
        return beacon
    }
}

/// How far a signal came: the log-distance path loss model.
///
/// A signal loses 10·n·log₁₀ of the distance in decibels, with n = 2, as in free space. Walls and bodies take more, so
/// that a beacon behind them seems farther away; it is never nearer than it seems by more than the noise.
package struct PathLoss: Sendable {
    /// The path-loss exponent.
    package static let exponent = 2.0
    /// The standard deviation of a smoothed signal in a room, in dB: reflections do not average out.
    package static let deviation = 6.0
    /// Metres: nearer than this, distances say nothing.
    static let immediate = 0.5
    /// Metres, up to which a beacon is near.
    static let near = 3.0
    /// Within ±0.47 standard deviations on one side lie 68 % of a normal distribution.
    private static let quantile = 0.47
    /// Metres: no beacon reaches farther.
    private static let farthest = 10_000.0

    /// Metres to the transmitter, by the strength at one metre and the strength here, in dBm.
    package static func distance(measuredPower: Int, rssi: Double) -> Double {
        min(pow(10, (Double(measuredPower) - rssi) / (10 * exponent)), farthest)
    }

    /// Metres, within which a beacon at this estimated distance is with a probability of 68 %.
    package static func accuracy(of distance: Double) -> Double {
        min(distance * pow(10, quantile * deviation / (10 * exponent)), farthest)
    }

    package static func proximity(at distance: Double) -> BeaconProximity {
        distance < immediate ? .immediate : distance < near ? .near : .far
    }
}

/// The strength of one beacon's signal, smoothed: the mean of the middle half of what was heard in the last seconds.
///
/// A single reflection or a hand in between changes nothing, and a person who walks is followed within seconds.
struct SignalEstimate: Sendable {
    /// What counts.
    static let window = Duration.seconds(5)
    static let maximumCount = 64

    private var samples: [(instant: Duration, rssi: Int)] = []
    private var sum = 0
    private var count = 0

    mutating func receive(_ rssi: Int, at now: Duration) {
        samples.append((now, rssi))
        if samples.count > Self.maximumCount { samples.removeFirst() }
        sum += rssi
        count += 1
    }

    /// The strength now, in dBm; `nil` if nothing was heard lately.
    mutating func strength(at now: Duration) -> Double? {
        samples.removeAll { $0.instant <= now - Self.window }
        guard !samples.isEmpty else { return nil }
        let sorted = samples.map(\.rssi).sorted()
        let quarter = sorted.count / 4
        let middle = sorted[quarter..<sorted.count - quarter]
        return Double(middle.reduce(0, +)) / Double(middle.count)
    }

    /// The mean of what was heard since this was last asked, in dBm; `nil` if nothing was.
    mutating func takeMean() -> Int? {
        defer { (sum, count) = (0, 0) }
        return count == 0 ? nil : Int(rounding: Double(sum) / Double(count))
    }
}

/// One advertisement that was heard.
package struct BeaconSighting: Sendable, Hashable {
    package enum Source: Sendable, Hashable, CaseIterable {
        /// This machine's own adapter.
        case radio
        /// Another receiver, which reports on the socket.
        case reported
    }

    /// The strengths that a receiver can measure, in dBm; Bluetooth's 127 means that it did not.
    package static let plausibleStrengths: ClosedRange<Int> = -127...20

    package var advertisement: BeaconAdvertisement
    /// How strong it was, in dBm.
    package var rssi: Int
    package var source: Source

    /// Creates a sighting; `nil` if the strength was not measured.
    package init?(_ advertisement: BeaconAdvertisement, rssi: Int, source: Source) {
        guard Self.plausibleStrengths.contains(rssi) else { return nil }
        self.advertisement = advertisement
        self.rssi = rssi
        self.source = source
    }
}
