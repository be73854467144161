internal import LocationModel

/// What the receiver says itself, and figures of a fix that belong together.
struct ReceiverEvidence: Sendable, Codable {
    /// Metres by which the geoid separation changes at most in a minute, as an airliner flies.
    static let separation = 8.0

    private var hadGoodAntenna = false
    private struct Geoid: Codable {
        var separation: Double
        var at: Timestamp
    }

    private var geoid: Geoid?

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
        if isRefused { return Integrity.Sign(.altitude, .altitude, points: 1, lasting: 10) }
        guard let altitude = fix.altitude, let ellipsoidal = fix.ellipsoidalAltitude else { return nil }
        let separation = ellipsoidal - altitude
        defer {
            if (geoid.map { location.timestamp.seconds(since: $0.at) >= 60 } ?? true) {
                geoid = Geoid(separation: separation, at: location.timestamp)
            }
        }
        guard let geoid, abs(separation - geoid.separation) > Self.separation else { return nil }
        return Integrity.Sign(.altitude, .altitude, points: 1, lasting: 10)
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
    private var counts: [Satellite.Constellation: Double] = [:]
    private var gone: (system: Satellite.Constellation, since: Double)?
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
        return vanished(used, at: now)
    }

    private mutating func vanished(_ used: [Satellite], at now: Double) -> Integrity.Sign? {
        let seconds = last.map { now - $0 } ?? 0
        last = now
        var present: [Satellite.Constellation: Int] = [:]
        for satellite in used { if let system = satellite.constellation { present[system, default: 0] += 1 } }
        let part = min(seconds / Self.system.memory, 1)
        for (system, count) in present {
            counts[system, default: 0] += (Double(count) - counts[system, default: 0]) * part
        }
        guard used.count >= SignalEvidence.least else { return nil }
        if let gone, present[gone.system] == nil {
            return now - gone.since >= Self.system.seconds && now - gone.since < 120
                ? Integrity.Sign(.constellationLost, .geometry, points: 1, lasting: 20) : nil
        }
        gone = counts.first { $0.value >= Self.system.satellites && present[$0.key] == nil }.map { ($0.key, now) }
        if let gone { counts[gone.system] = 0 }
        return nil
    }
}
