internal import Glibc

/// The noise of altitudes, measured on the altitudes themselves, by how much they bend.
///
/// A climb bends little within some seconds. The error of an altitude, which is forgotten within about two minutes,
/// bends over any length. The mean square of second differences over one and over two intervals separates two parts:
/// what is new in each altitude, and what lasts. With ``findsRelief``, those over four intervals separate a third:
/// short hills, whose mean square grows with the fourth power of the interval.
struct AltitudeNoise: Sendable {
    /// Seconds after which an altitude's error is forgotten to 1/e.
    static let correlationTime = 120.0
    /// Seconds between altitudes beyond which the ground itself bends.
    static let longestInterval = 30.0
    /// Altitudes at intervals that differ from their mean by at most this share are compared: a recorder writes one
    /// each two or three seconds in turn. *choice*
    static let evenness = 0.5
    /// The number of second differences required for a result, and with ``findsRelief``.
    static let fewest = (usual: 20, relief: 300)

    /// Sums over second differences of one length: their squares, and the expected squares for a lasting error of 1 m.
    private struct Bends: Sendable {
        var squares = 0.0
        var perSquareMetre = 0.0
        var count = 0

        /// `share`: when the middle one was, in parts of the time from the first to the last.
        mutating func add(_ first: Double, _ middle: Double, _ last: Double, at share: Double, interval: Double) {
            let bend = 2 * (first + share * (last - first) - middle)
            let correlation = exp(-interval / AltitudeNoise.correlationTime)
            squares += bend * bend
            perSquareMetre += 6 - 8 * correlation + 2 * correlation * correlation
            count += 1
        }
    }

    /// Over four intervals the sum of two intervals' noise may count so often, for that of relief to cancel out:
    /// (4⁴ - 1) / (2⁴ - 1).
    private static let reliefShare = 17.0

    /// Whether short hills are distinguished from noise.
    private let findsRelief: Bool
    private var recent: [(altitude: Double, time: Double)] = []
    /// Over one, two and, with ``findsRelief``, four intervals.
    private var bends: [Bends]
    /// Of altitudes before and after stops.
    private var stops = Bends()

    init(findsRelief: Bool = false) {
        self.findsRelief = findsRelief
        bends = Array(repeating: Bends(), count: findsRelief ? 3 : 2)
    }

    /// Takes the next altitude, in metres, and its time in seconds.
    mutating func add(_ altitude: Double, at time: Double) {
        if let last = recent.last, !(0...Self.longestInterval).contains(time - last.time) { recent.removeAll() }
        recent.append((altitude, time))
        let middle = 1 << (bends.count - 1)
        guard recent.count == 2 * middle + 1 else { return }
        let interval = (recent[2 * middle].time - recent[0].time) / Double(2 * middle)
        let isEven = zip(recent, recent.dropFirst()).allSatisfy {
            abs($1.time - $0.time - interval) <= Self.evenness * interval
        }
        if isEven, interval > 0 {
            for level in bends.indices {
                let lag = 1 << level
                let (first, last) = (recent[middle - lag], recent[middle + lag])
                bends[level].add(
                    first.altitude, recent[middle].altitude, last.altitude,
                    at: (recent[middle].time - first.time) / (last.time - first.time),
                    interval: Double(lag) * interval)
            }
        }
        recent.removeFirst()
    }

    /// Takes by how much two altitudes of one place differ, metres, and the seconds between them.
    mutating func compare(_ difference: Double, over seconds: Double) {
        stops.squares += difference * difference
        stops.perSquareMetre += 2 - 2 * exp(-seconds / Self.correlationTime)
        stops.count += 1
    }

    /// The next altitude does not continue the previous ones.
    mutating func interrupt() {
        recent.removeAll(keepingCapacity: true)
    }

    /// Standard deviations in metres: of the lasting part, of what is certain of it, and of the new part of each
    /// altitude; `nil` if too few intervals were equal, and too few stops.
    var deviations: (lasting: Double, certain: Double, new: Double)? {
        guard let count = bends.first?.count, count >= (findsRelief ? Self.fewest.relief : Self.fewest.usual) else {
            guard stops.count >= Self.fewest.usual else { return nil }
            // A track of short ways between stops: all that changed at these lasts.
            let lasting = (stops.squares / stops.perSquareMetre).squareRoot()
            return (lasting, lasting, 0)
        }
        let squares = bends.map { $0.squares / Double(count) }
        let shares = bends.map { $0.perSquareMetre / Double(count) }
        var (square, share) = (squares[1] - squares[0], shares[1] - shares[0])
        // What it may be by chance: white noise of 0.5 m looks like 1 m that lasts.
        var chance = squares[1] + squares[0]
        if findsRelief {
            chance = Self.reliefShare * chance + squares[2]
            square = Self.reliefShare * square - (squares[2] - squares[0])
            share = Self.reliefShare * share - (shares[2] - shares[0])
        }
        let certain = max((square - (2 / Double(count)).squareRoot() * 2 * chance) / share, 0)
        let lasting = findsRelief ? certain : max(square / share, 0)
        let relief = findsRelief ? max((squares[1] - squares[0] - (shares[1] - shares[0]) * lasting) / 15, 0) : 0
        let new = max((squares[0] - shares[0] * lasting - relief) / 6, 0)
        return (lasting.squareRoot(), certain.squareRoot(), new.squareRoot())
    }
}
