internal import LocationModel

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

    /// Takes an advertisement.
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

    /// It was not heard for long.
    mutating func leave() { isHere = false }

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
