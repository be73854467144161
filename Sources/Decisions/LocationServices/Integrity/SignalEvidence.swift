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
    /// dB by which all must have become weaker, or stronger: so much at once, and than they were at best.
    static let weaker = 6.0
    static let stronger = (all: 4.0, sudden: 3.0, best: 2.0)
    /// dB by which their changes may differ, or by this part: a roof or a hand weakens each differently. Chosen on
    /// recordings, and on made-up garages, hands and car washes of five receivers.
    static let spread = (least: 2.0, part: 0.15)
    /// The same in usual changes, and usual spreads, of this receiver.
    static let factors = (change: 3.0, spread: 1.6)
    /// dB that a satellite must at least have kept of each by which it was stronger than others.
    static let slope = 0.2
    /// dB by which equal signals differ at most, and by which those of a receiver usually differ at least.
    static let equal = (spread: 1.2, usual: 2.5, satellites: 6)
    /// dB by which a roof weakens all signals together, at least: what they show then are reflections. Chosen on
    /// made-up car parks.
    static let roof = 6.0
    /// dB-Hz below which a signal is as good as none: in a tunnel all end there within seconds.
    static let alive = (none: 13.0, jammed: 14.0, equal: 30.0)
    /// Seconds of views before any of it counts.
    static let learning = 90.0
    /// Seconds after which a change counts as usual, and those for which jamming is the reason of a lost fix.
    static let longest = (change: 180.0, lostFix: 900.0)

    private struct Known {
        let key: Int
        var strength = 0.0
        var count = 0
        var seen = 0.0
        /// In the latest view; 0 if it was not in it.
        var present = 0.0

        func isStrong(at now: Double) -> Bool {
            count >= SignalEvidence.usual.count && strength >= SignalEvidence.strong && now - seen < 60
        }
    }

    private var known: [Known] = []
    private var usualSpread = 0.0
    /// dB-Hz of all, averaged, and the most that this ever was: where a roof ends signals are only as strong as before.
    private var usualLevel = 0.0, bestLevel = 0.0
    private var usualChange = (mean: 0.0, spread: 0.0)
    /// dB, of the latest views.
    private var recent = 0.0
    /// Whether the signals are as weak as under a roof.
    private(set) var isCovered = false
    private var learned = 0.0
    private var last: Double?
    private var weaker = Lasting(views: 2, most: 10, seconds: 5)
    private var stronger = Lasting(views: 2, most: 10, seconds: 5)
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

    mutating func receive(_ sky: SkyView, into signs: inout IntegritySigns) {
        let now = signs.now
        let seconds = now - (last ?? now)
        last = now
        let strengths = present(sky, at: now)
        let (level, range) = Self.statistics(strengths)
        isCovered = level <= bestLevel - Self.roof
        if strengths.count >= Self.least, level < Self.alive.none {
            // There was no signal: what comes after it is not compared with what was before.
            for index in known.indices { known[index].count = 0 }
            (learned, usualSpread, usualChange) = (0, 0, (0, 0))
        }
        // Of those that were strong; `gone` are not in the view.
        var (changes, gone) = ([Double](), [Double]())
        changes.reserveCapacity(known.count)
        for entry in known where entry.isStrong(at: now) {
            if entry.present > 0 { changes.append(entry.present - entry.strength) } else { gone.append(entry.strength) }
        }
        let (change, spread) = Self.statistics(changes)
        // One that is gone agrees if it would be too weak now.
        let agreeing = changes.count < Self.fewest ? 0 : gone.count { $0 + change < Self.strong }
        let most = max(
            Self.spread.least, Self.spread.part * abs(change), Self.factors.spread * usualChange.spread)
        let isEnough =
            learned >= Self.learning && spread <= most
            && changes.count + agreeing >= max(Self.least, (changes.count + gone.count + 1) / 2)
        let usual = Self.factors.change * usualChange.mean
        let isWeaker =
            isEnough && change <= -max(Self.weaker, usual) && isShared(at: now, atLeast: Self.alive.jammed)
        let isStronger =
            isEnough && change >= max(Self.stronger.all, usual) && level >= bestLevel + Self.stronger.best
            && (stronger.since != nil || change - recent >= Self.stronger.sudden) && isShared(at: now, atLeast: 0)
        recent += (change - recent) * 0.3
        let isEqual =
            strengths.count >= Self.equal.satellites && learned >= Self.learning && usualSpread >= Self.equal.usual
            && range <= Self.equal.spread && level >= Self.alive.equal
        if weaker.isThere(isWeaker, at: now) {
            jammed = now
            signs.raise(.jamming)
        }
        if stronger.isThere(isStronger || isEqual, at: now) { signs.raise(.signalStrength) }
        // What a sign lasts for is not learned, unless it lasts too long.
        let latest = max(weaker.since ?? -.infinity, stronger.since ?? -.infinity)
        guard now - latest >= Self.longest.change else { return }
        if changes.count >= Self.least {
            let part = min(seconds / Self.usual.memory, 1)
            usualChange.mean += (abs(change) - usualChange.mean) * part
            usualChange.spread += (spread - usualChange.spread) * part
        }
        if strengths.count >= Self.equal.satellites {
            learned += min(seconds, 10)
            let part = min(seconds / min(max(learned, 1), Self.usual.memory), 1)
            usualSpread += (range - usualSpread) * part
            usualLevel += (level - usualLevel) * part
            bestLevel = max(bestLevel, usualLevel)
        }
        for index in known.indices where known[index].present > 0 {
            let part = max(1 / Double(known[index].count + 1), min(seconds / Self.usual.memory, 1))
            known[index].strength += (known[index].present - known[index].strength) * part
            known[index].count += 1
        }
    }

    /// Notes how strong each satellite is now, and returns that of all. They mostly come in the same order.
    private mutating func present(_ sky: SkyView, at now: Double) -> [Double] {
        if known.count >= 128 { known.removeAll { now - $0.seen > 60 } }
        for index in known.indices { known[index].present = 0 }
        var (strengths, index) = ([Double](), 0)
        strengths.reserveCapacity(sky.satellites.count)
        for satellite in sky.satellites {
            guard let strength = satellite.signalStrength, strength > 0 else { continue }
            strengths.append(strength)
            let key = (satellite.constellation?.number ?? 8) << 20 | satellite.identifier & 0xFFFFF
            if index >= known.count || known[index].key != key {
                index = known.firstIndex { $0.key == key } ?? known.count
                if index == 128 { continue }
                if index == known.count { known.append(Known(key: key)) }
            }
            // What comes back after a minute is learned anew.
            if now - known[index].seen >= 60 { known[index].count = 0 }
            (known[index].present, known[index].seen) = (strength, now)
            index += 1
        }
        return strengths
    }

    /// Whether the strong ones lost, or gained, together. Where a floor is reached, as in a tunnel, what was strong
    /// loses most: only what all share keeps their differences.
    private func isShared(at now: Double, atLeast level: Double) -> Bool {
        let strong = known.filter { $0.isStrong(at: now) && $0.present > 0 }
        guard Self.statistics(strong.map(\.present)).mean >= level else { return false }
        let before = strong.reduce(0) { $0 + $1.strength } / Double(strong.count)
        let variance = strong.reduce(0) { $0 + ($1.strength - before) * ($1.strength - before) }
        let covariance = strong.reduce(0) { $0 + ($1.strength - before) * $1.present }
        return variance <= 4 * Double(strong.count) || covariance >= Self.slope * variance
    }

    /// The mean, and the standard deviation: one satellite that differs shows that not all share a cause.
    private static func statistics(_ values: [Double]) -> (mean: Double, spread: Double) {
        guard !values.isEmpty else { return (0, .infinity) }
        let (sum, squares) = values.reduce((0, 0)) { ($0.0 + $1, $0.1 + $1 * $1) }
        let mean = sum / Double(values.count)
        return (mean, max(squares / Double(values.count) - mean * mean, 0).squareRoot())
    }
}
