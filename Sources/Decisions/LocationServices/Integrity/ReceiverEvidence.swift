internal import LocationModel

/// What the receiver says itself, and figures of a fix that belong together.
struct ReceiverEvidence: Sendable, Codable {
    /// Metres by which the geoid separation changes at most in a minute, as an airliner flies.
    static let separation = 8.0
    /// Metres by which an altitude changes at most at once, and m/s of any climb.
    static let climb = (metres: 150.0, speed: 100.0)
    /// Seconds of good altitudes after which another one is a clear sign.
    static let settling = 60.0

    private var hadGoodAntenna = false
    /// Metres, of the latest location that the receiver was sure of, and when.
    private var altitude: Double?
    private var sure = 0.0
    /// Metres, and when.
    private var separation: Double?
    private var measured = 0.0
    /// Seconds of good altitudes, and when the latest one came: a receiver that starts finds its own in leaps.
    private var settled = 0.0
    private var latest: Double?

    /// Whether this type can have written it, until `now`.
    func isValid(at now: Double) -> Bool {
        abs(separation ?? 0) < 1e6 && abs(altitude ?? 0) < 1e6
            && [settled, measured, sure, latest ?? 0].allSatisfy((0...max(now, 0)).contains)
    }

    /// Takes a fix, with or without a position.
    mutating func receive(_ fix: Fix, into signs: inout IntegritySigns) {
        hadGoodAntenna = hadGoodAntenna || fix.hasGoodAntenna == true
        if fix.isJammed {
            signs.raise(.jamming)
        } else if fix.hasGoodAntenna == false, hadGoodAntenna {
            // A receiver with a passive antenna says "open" all the time.
            signs.raise(.antenna)
        } else if fix.errors.solution == .estimated {
            signs.raise(.deadReckoning)
        }
    }

    /// The receiver's time went back: how long it had to climb is not known.
    mutating func timeReset() { (altitude, separation) = (nil, nil) }

    /// Takes a fix that became a location.
    mutating func receive(altitudesOf fix: Fix, _ location: Location, into signs: inout IntegritySigns) {
        let points = settled >= Self.settling ? 2 : 1
        let present = location.altitude ?? location.ellipsoidalAltitude
        if present == nil, (fix.altitude ?? fix.ellipsoidalAltitude) != nil {
            return signs.raise(.altitude, points: points)
        }
        let pause = signs.now - (latest ?? signs.now)
        settled += min(pause, 2)
        latest = signs.now
        if let present, PositionEvidence.isSure(fix) {
            let most = Self.climb.metres + Self.climb.speed * (signs.now - sure)
            if abs(present - (altitude ?? present)) > most { signs.raise(.altitude, points: points) }
            (altitude, sure) = (present, signs.now)
        }
        guard let altitude = fix.altitude, let ellipsoidal = fix.ellipsoidalAltitude else { return }
        let geoid = ellipsoidal - altitude
        if pause < 60, abs(geoid - (separation ?? geoid)) > Self.separation { signs.raise(.altitude, points: points) }
        if separation == nil || signs.now - measured >= 60 { (separation, measured) = (geoid, signs.now) }
    }
}

/// Whether the satellites in the solution stand where they can be received.
struct GeometryEvidence: Sendable {
    /// Degrees below the horizon that no height explains.
    static let horizon = -5.0
    /// Satellites at one place of the sky, one after the other.
    static let together = 4
    /// A system that has as many satellites, averaged over so many seconds, and vanishes for as many.
    static let system = (satellites: 4.0, memory: 60.0, seconds: 10.0..<120)

    private var impossible = Lasting(views: 5, most: 5, seconds: 4)
    /// Of each system, how many are used.
    private var usual = SIMD8<Double>.zero
    private var gone: (system: Int, since: Double)?
    private var last: Double?

    mutating func receive(_ sky: SkyView, into signs: inout IntegritySigns) {
        var (all, below, together, most, before) = (0, 0, 1, 1, (0.0, Double?.none))
        var (used, received) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
        for satellite in sky.satellites {
            if satellite.isUsed {
                all += 1
                let place = (satellite.elevation ?? 0, satellite.azimuth)
                if place.0 < Self.horizon { below += 1 }
                together = place.0 > 0 && place == before ? together + 1 : 1
                most = max(most, together)
                before = place
            }
            guard let system = satellite.constellation?.number else { continue }
            if satellite.isUsed { used[system] += 1 }
            // What is received, and only not used, has not vanished.
            if satellite.isUsed || satellite.signalStrength ?? 0 > 0 { received[system] = 1 }
        }
        if impossible.isThere(below >= 2 || most >= Self.together, at: signs.now) {
            signs.raise(.satelliteGeometry)
        }
        guard all >= SignalEvidence.least else { return }
        let part = min((signs.now - (last ?? signs.now)) / Self.system.memory, 1)
        last = signs.now
        usual.replace(with: usual + (used - usual) * part, where: used .> 0)
        if let gone, received[gone.system] == 0, signs.now - gone.since < Self.system.seconds.upperBound {
            if Self.system.seconds.contains(signs.now - gone.since) { signs.raise(.constellationLost) }
            return
        }
        gone = usual.indices.first { usual[$0] >= Self.system.satellites && received[$0] == 0 }.map { ($0, signs.now) }
        if let gone { usual[gone.system] = 0 }
    }
}

extension Satellite.Constellation {
    /// Its place in a list of all: neither its name is compared nor a list made.
    var number: Int {
        switch self {
        case .gps: 0
        case .sbas: 1
        case .galileo: 2
        case .beidou: 3
        case .imes: 4
        case .qzss: 5
        case .glonass: 6
        case .navic: 7
        }
    }
}
