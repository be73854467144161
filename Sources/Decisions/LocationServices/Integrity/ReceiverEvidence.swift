internal import LocationModel

/// What the receiver says itself, and figures of a fix that belong together.
struct ReceiverEvidence: Sendable, Codable {
    /// Metres by which the geoid separation changes at most in a minute, as an airliner flies.
    static let separation = 8.0
    /// Seconds of good altitudes after which another one is a clear sign.
    static let settling = 60.0

    private var hadGoodAntenna = false
    private struct Geoid: Codable {
        var separation: Double
        var at: Timestamp
    }

    private var geoid: Geoid?
    /// Seconds of good altitudes, and the latest one's time: a receiver that starts finds its own in leaps.
    private var settled = 0.0
    private var latest: Timestamp?

    /// Takes a fix, with or without a position.
    mutating func receive(_ fix: Fix) -> Integrity.Sign? {
        if fix.warnings.contains(.jamming) { return Integrity.Sign(.jamming, .signal, points: 2, lasting: 20) }
        if fix.warnings.contains(.antennaGood) { hadGoodAntenna = true }
        // A receiver with a passive antenna says "open" all the time.
        if fix.warnings.contains(.antennaBad), hadGoodAntenna {
            return Integrity.Sign(.antenna, .receiver, points: 2, lasting: 20)
        }
        if fix.errors.solution == .estimated {
            return Integrity.Sign(.deadReckoning, .receiver, points: 1, lasting: 5)
        }
        return nil
    }

    /// Takes a fix that became a location.
    mutating func receive(altitudesOf fix: Fix, _ location: Location) -> Integrity.Sign? {
        let isRefused =
            (fix.altitude ?? fix.ellipsoidalAltitude) != nil && location.altitude == nil
            && location.ellipsoidalAltitude == nil
        let sign = Integrity.Sign(.altitude, .position, points: settled >= Self.settling ? 2 : 1, lasting: 10)
        if isRefused { return sign }
        settled += latest.map { min(max(location.timestamp.seconds(since: $0), 0), 2) } ?? 0
        latest = location.timestamp
        guard let altitude = fix.altitude, let ellipsoidal = fix.ellipsoidalAltitude else { return nil }
        let separation = ellipsoidal - altitude
        defer {
            if (geoid.map { location.timestamp.seconds(since: $0.at) >= 60 } ?? true) {
                geoid = Geoid(separation: separation, at: location.timestamp)
            }
        }
        guard let geoid, abs(separation - geoid.separation) > Self.separation else { return nil }
        return sign
    }
}

/// Whether the satellites in the solution stand where they can be received.
struct GeometryEvidence: Sendable {
    /// Degrees below the horizon that no height explains.
    static let horizon = -5.0
    /// Satellites at one place of the sky.
    static let together = 4
    /// Views and seconds for which it must last; a system that has as many satellites, and vanishes.
    static let lasting = (views: 5, seconds: 4.0)
    static let system = (satellites: 4.0, memory: 60.0, seconds: 10.0)

    private var since: Double?
    private var views = 0
    /// Of each system, how many are used.
    private var counts = SIMD8<Double>.zero
    private var gone: (system: Int, since: Double)?
    private var last: Double?

    /// Takes a sky view.
    mutating func receive(_ sky: SkyView, at now: Double) -> Integrity.Sign? {
        let used = sky.satellites.filter(\.isUsed)
        let below = used.count { $0.elevation.map { $0 < Self.horizon } ?? false }
        var most = 0
        for satellite in used where satellite.elevation ?? 0 > 0 {
            most = max(
                most,
                used.count { $0.elevation == satellite.elevation && $0.azimuth == satellite.azimuth })
        }
        if below >= 2 || most >= Self.together {
            since = since ?? now
            views += 1
            if views >= Self.lasting.views, now - (since ?? now) >= Self.lasting.seconds {
                return Integrity.Sign(.satelliteGeometry, .geometry, points: 2, lasting: 20)
            }
        } else {
            (since, views) = (nil, 0)
        }
        return used.count >= SignalEvidence.least ? vanished(sky, at: now) : nil
    }

    private mutating func vanished(_ sky: SkyView, at now: Double) -> Integrity.Sign? {
        var (used, received) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
        for satellite in sky.satellites {
            guard let system = satellite.constellation?.number else { continue }
            if satellite.isUsed { used[system] += 1 }
            // What is received, and only not used, has not vanished.
            if satellite.isUsed || satellite.signalStrength ?? 0 > 0 { received[system] = 1 }
        }
        let part = min((last.map { now - $0 } ?? 0) / Self.system.memory, 1)
        last = now
        counts.replace(with: counts + (used - counts) * part, where: used .> 0)
        if let gone, received[gone.system] == 0 {
            return now - gone.since >= Self.system.seconds && now - gone.since < 120
                ? Integrity.Sign(.constellationLost, .geometry, points: 2, lasting: 20) : nil
        }
        gone = counts.indices.first { counts[$0] >= Self.system.satellites && received[$0] == 0 }.map { ($0, now) }
        if let gone { counts[gone.system] = 0 }
        return nil
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
