import LocationModel
internal import Motion

/// Tells altitudes that can be from those that cannot.
///
/// What lies outside ``plausible`` proves that the vertical solution has failed, while the horizontal may be good. A
/// receiver that then finds its altitude comes nearer to it step by step, and passes through many that could be: they are as
/// wrong as the one that they come from. So after a proof none is believed before the altitude has settled. Without one
/// every plausible altitude is believed: that something climbs fast proves nothing.
struct AltitudeJudge: Sendable, Hashable, Codable {
    /// Altitudes in metres that a receiver can be at: from the lowest land to a balloon's height, with room for its errors.
    static let plausible = -500.0...100_000.0
    /// Seconds for which an altitude must stay within its own accuracy to have settled.
    static let settlingTime = 10.0
    /// Metres that take the place of an accuracy that is not known.
    static let usualAccuracy = AccuracyModel.unknownVerticalAccuracy
    /// Seconds after the last proof in which the altitude may settle. What climbs on for longer climbs: nothing starves.
    static let doubtDuration = 120.0

    private struct Doubt: Sendable, Hashable, Codable {
        /// When the last altitude came that cannot be.
        var began: Timestamp
        /// The first of the altitudes that agree with each other.
        var settling: Settling?
    }

    private struct Settling: Sendable, Hashable, Codable {
        var altitude: Double
        var since: Timestamp
    }

    private var doubt: Doubt?

    /// Whether the altitudes of a fix, above the sea and above the ellipsoid, are believed. All in metres, `accuracy` 68 %.
    mutating func believes(_ mean: Double?, _ ellipsoidal: Double?, accuracy: Double?, at now: Timestamp) -> Bool {
        guard let altitude = known(mean) ?? known(ellipsoidal) else { return true }
        guard Self.plausible.contains(altitude), Self.plausible.contains(known(ellipsoidal) ?? altitude) else {
            doubt = Doubt(began: now)
            return false
        }
        guard let doubt, now.seconds(since: doubt.began) < Self.doubtDuration, now >= doubt.began else {
            // Time that went back restarts it too: the time of the proof is no longer known.
            self.doubt = nil
            return true
        }
        guard let settling = doubt.settling, abs(altitude - settling.altitude) <= max(accuracy ?? 0, Self.usualAccuracy)
        else {
            self.doubt?.settling = Settling(altitude: altitude, since: now)
            return false
        }
        guard now.seconds(since: settling.since) >= Self.settlingTime else { return false }
        self.doubt = nil
        return true
    }

    private func known(_ altitude: Double?) -> Double? {
        altitude.flatMap { $0.isNaN ? nil : $0 }
    }
}
