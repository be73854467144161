internal import LocationModel

/// Whether the signals are those of satellites: their carrier-to-noise densities.
///
/// A roof, a tree or a hand weakens each satellite differently, and a tunnel ends all at once; a jammer raises the
/// noise for all alike. Signals of one transmitter are equally strong. Signals alone make a position doubtful at most.
struct SignalEvidence: Sendable {
    /// Seconds over which a satellite's usual strength is averaged, and how often it must have been seen.
    static let usual = (memory: 60.0, count: 10)
    /// dB-Hz from which a satellite is strong enough to be compared.
    static let strong = 20.0
    /// Satellites that must be compared, with those that are gone, and without.
    static let least = 5
    static let fewest = 3
    /// dB by which all must have become weaker, or stronger, and by which their changes may differ, or by this part.
    static let weaker = (all: 6.0, spread: 4.0, part: 0.7)
    static let stronger = (all: 4.0, sudden: 3.0)
    /// The same in usual changes, and usual spreads, of this receiver.
    static let factors = (change: 3.0, spread: 1.5)
    /// dB that a satellite must at least have kept of each by which it was stronger than others.
    static let slope = 0.2
    /// dB by which equal signals differ at most, and by which those of a receiver usually differ at least.
    static let equal = (spread: 1.2, usual: 2.5, satellites: 6)
    /// dB-Hz below which a signal is as good as none: in a tunnel all end there within seconds.
    static let alive = (none: 13.0, jammed: 14.0, equal: 30.0)
    /// Seconds of views before any of it counts.
    static let learning = 90.0
    /// Seconds after which a change counts as usual, and those for which jamming is the reason of a lost fix.
    static let longest = (change: 180.0, lostFix: 900.0)

    private struct Known {
        let key: Int
        var strength: Double
        var count = 1
        var seen: Double
    }

    private var known: [Known] = []
    private var usualSpread = 0.0
    private var usualChange = (median: 0.0, spread: 0.0)
    /// dB, of the latest views.
    private var recent = 0.0
    private var learned = 0.0
    private var last: Double?
    private var weaker = Lasting(views: 2, most: 10, seconds: 5)
    private var stronger = Lasting(views: 2, most: 10, seconds: 5)
    private var equal = Lasting(views: 2, most: 10, seconds: 5)
    /// When jamming was seen last, and whether the fix was lost in it.
    private var jammed: Double?
    private var hasFix = false
    private var lost: Double?

    /// Takes whether there is a fix; `nil` if that was refused. Jamming that took it lasts until there is one.
    mutating func receive(hasFix: Bool?, into signs: inout IntegritySigns) {
        self.hasFix = hasFix ?? self.hasFix
        guard !self.hasFix, let jammed else { return lost = nil }
        if signs.now - jammed < 30 { lost = lost ?? signs.now }
        if let lost, signs.now - lost < Self.longest.lostFix { signs.raise(.jamming) }
    }

    /// Takes a sky view.
    mutating func receive(_ sky: SkyView, into signs: inout IntegritySigns) {
        let now = signs.now
        let seconds = now - (last ?? now)
        last = now
        var measured: [(key: Int, strength: Double)] = []
        measured.reserveCapacity(sky.satellites.count)
        for satellite in sky.satellites {
            if let strength = satellite.signalStrength, strength > 0 { measured.append((satellite.key, strength)) }
        }
        // Those that were strong, before and now; 0 for those that are gone.
        var pairs: [(before: Double, now: Double)] = []
        var changes: [Double] = []
        pairs.reserveCapacity(known.count)
        changes.reserveCapacity(known.count)
        for entry in known
        where entry.count >= Self.usual.count && entry.strength >= Self.strong && now - entry.seen < 60 {
            let present = measured.first { $0.key == entry.key }?.strength ?? 0
            pairs.append((entry.strength, present))
            if present > 0 { changes.append(present - entry.strength) }
        }
        var strengths = measured.map(\.strength)
        let (level, range) = Self.middle(&strengths)
        if strengths.count >= Self.least, level < Self.alive.none { forget() }
        let (median, spread) = Self.middle(&changes)
        // One that is gone agrees if it would be too weak now.
        let agreeing =
            changes.count < Self.fewest ? 0 : pairs.count { $0.now == 0 && $0.before + median < Self.strong }
        let most = max(
            Self.weaker.spread, Self.factors.spread * usualChange.spread, Self.weaker.part * abs(median))
        let isEnough =
            learned >= Self.learning && spread <= most
            && changes.count + agreeing >= max(Self.least, (pairs.count + 1) / 2)
        let usual = max(Self.factors.change * usualChange.median, Self.factors.spread * usualChange.spread)
        let isWeaker =
            isEnough && median <= -max(Self.weaker.all, usual) && Self.isShared(&pairs, atLeast: Self.alive.jammed)
        let isStronger =
            isEnough && median >= max(Self.stronger.all, usual)
            && (stronger.since != nil || median - recent >= Self.stronger.sudden) && Self.isShared(&pairs, atLeast: 0)
        recent += (median - recent) * 0.3
        let isEqual =
            strengths.count >= Self.equal.satellites && learned >= Self.learning && usualSpread >= Self.equal.usual
            && range <= Self.equal.spread && level >= Self.alive.equal
        if weaker.isThere(isWeaker, at: now) {
            jammed = now
            signs.raise(.jamming)
        }
        if stronger.isThere(isStronger, at: now) { signs.raise(.signalStrength) }
        if equal.isThere(isEqual, at: now) { signs.raise(.signalStrength) }
        // What a sign lasts for is not learned, unless it lasts too long.
        let latest = max(weaker.since ?? -.infinity, stronger.since ?? -.infinity, equal.since ?? -.infinity)
        guard now - latest >= Self.longest.change else { return }
        if changes.count >= Self.least {
            let part = min(seconds / Self.usual.memory, 1)
            usualChange.median += (abs(median) - usualChange.median) * part
            usualChange.spread += (spread - usualChange.spread) * part
        }
        learn(measured, range, seconds, at: now)
    }

    /// There was no signal: what comes after it is not compared with what was before.
    private mutating func forget() {
        known.removeAll(keepingCapacity: true)
        (learned, usualSpread, usualChange) = (0, 0, (0, 0))
    }

    private mutating func learn(
        _ measured: [(key: Int, strength: Double)], _ range: Double, _ seconds: Double, at now: Double
    ) {
        if measured.count >= Self.equal.satellites {
            learned += min(seconds, 10)
            usualSpread += (range - usualSpread) * min(seconds / min(max(learned, 1), Self.usual.memory), 1)
        }
        for (key, strength) in measured {
            if let index = known.firstIndex(where: { $0.key == key }) {
                let part = max(1 / Double(known[index].count + 1), min(seconds / Self.usual.memory, 1))
                known[index].strength += (strength - known[index].strength) * part
                known[index].count += 1
                known[index].seen = now
            } else {
                if known.count >= 128 { known.removeAll { now - $0.seen > 60 } }
                if known.count < 128 { known.append(Known(key: key, strength: strength, seen: now)) }
            }
        }
    }

    /// Whether the strong ones lost, or gained, together. Where a floor is reached, as in a tunnel, what was strong
    /// loses most: only what all share keeps their differences.
    private static func isShared(_ pairs: inout [(before: Double, now: Double)], atLeast level: Double) -> Bool {
        pairs.removeAll { $0.now == 0 }
        var present = pairs.map(\.now)
        guard middle(&present).median >= level else { return false }
        let count = Double(pairs.count)
        let before = pairs.reduce(0) { $0 + $1.before } / count
        let variance = pairs.reduce(0) { $0 + ($1.before - before) * ($1.before - before) }
        let covariance = pairs.reduce(0) { $0 + ($1.before - before) * $1.now }
        return variance <= 4 * count || covariance >= slope * variance
    }

    /// The median, and the deviation that the median deviation from it makes; sorts the values.
    private static func middle(_ values: inout [Double]) -> (median: Double, spread: Double) {
        guard !values.isEmpty else { return (0, .infinity) }
        values.sort()
        let middle = values.count / 2
        let median = values[middle]
        // From the middle outward, the nearer side first.
        var (low, high, deviation) = (middle - 1, middle + 1, 0.0)
        for _ in 0..<middle {
            let below = low >= 0 ? median - values[low] : .infinity
            let above = high < values.count ? values[high] - median : .infinity
            deviation = min(below, above)
            if below <= above { low -= 1 } else { high += 1 }
        }
        return (median, 1.48 * deviation)
    }
}

extension Satellite {
    /// A number that is the same for the same satellite.
    fileprivate var key: Int {
        (constellation?.number ?? 8) << 20 | identifier & 0xFFFFF
    }
}
