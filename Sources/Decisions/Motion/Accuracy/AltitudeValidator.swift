package import LocationModel

/// Distinguishes possible altitudes from impossible ones.
///
/// An altitude outside ``plausible`` proves that the vertical solution has failed, while the horizontal one may be
/// good. A receiver that then finds its altitude approaches it step by step, through many possible altitudes that are
/// as wrong as the first one. So after such a proof only an altitude that agrees with the last accepted one is
/// accepted, until another one has settled. Without a proof, every plausible altitude is accepted: a fast climb proves
/// nothing.
package struct AltitudeValidator: Sendable, Hashable, Codable {
    /// Possible altitudes of a receiver in metres: from the lowest land to the height of a balloon, with room for
    /// errors.
    static let plausible = -500...PlausibleRange.altitude.values.upperBound
    /// Seconds for which an altitude must stay within its own accuracy to count as settled.
    static let settlingTime = 10.0
    /// The limit in metres if the accuracy is unknown.
    static let usualAccuracy = AccuracyModel.unknownVerticalAccuracy
    /// Seconds after the last proof in which the altitude may settle. If it changes for longer, it really climbs:
    /// nothing starves.
    static let doubtDuration = 120.0

    private struct Doubt: Sendable, Hashable, Codable {
        /// The time of the last impossible altitude.
        var began: Timestamp
        /// The first of the altitudes that agree with each other.
        var settling: Known?
    }

    private struct Known: Sendable, Hashable, Codable {
        var altitude: Double
        var since: Timestamp
    }

    private var doubt: Doubt?
    /// The last one that was accepted.
    private var accepted: Known?

    /// Without any proof against the vertical solution.
    package init() {}

    /// Whether the altitudes of a fix, above the sea and above the ellipsoid, are accepted. All in metres, `accuracy`
    /// 68 %.
    package mutating func believes(_ mean: Double?, _ ellipsoidal: Double?, accuracy: Double?, at now: Timestamp)
        -> Bool
    {
        guard let altitude = known(mean) ?? known(ellipsoidal) else { return true }
        guard Self.plausible.contains(altitude), Self.plausible.contains(known(ellipsoidal) ?? altitude) else {
            doubt = Doubt(began: now)
            return false
        }
        guard let doubt, now.seconds(since: doubt.began) < Self.doubtDuration, now >= doubt.began else {
            // A step back in time restarts it, too: the time of the proof is no longer known.
            self.doubt = nil
            return accept(altitude, at: now)
        }
        let agreement = max(accuracy ?? 0, Self.usualAccuracy)
        if let accepted, now.seconds(since: accepted.since) < Self.doubtDuration,
            abs(altitude - accepted.altitude) <= agreement
        {
            return accept(altitude, at: now)
        }
        guard let settling = doubt.settling, abs(altitude - settling.altitude) <= agreement else {
            self.doubt?.settling = Known(altitude: altitude, since: now)
            return false
        }
        guard now.seconds(since: settling.since) >= Self.settlingTime else { return false }
        self.doubt = nil
        return accept(altitude, at: now)
    }

    private mutating func accept(_ altitude: Double, at now: Timestamp) -> Bool {
        accepted = Known(altitude: altitude, since: now)
        return true
    }

    private func known(_ altitude: Double?) -> Double? {
        altitude.flatMap { $0.isNaN ? nil : $0 }
    }
}
