internal import Glibc

/// The noise of altitudes, measured on the altitudes themselves, by how much they bend.
///
/// A climb bends little within some seconds. The error of an altitude, which is forgotten within about two minutes,
/// bends over any length. The mean square of second differences over one and over two intervals separates two parts:
/// what is new in each altitude, and what lasts.
struct AltitudeNoise: Sendable {
    /// Seconds after which an altitude's error is forgotten to 1/e.
    static let correlationTime = 120.0
    /// Seconds between altitudes beyond which the ground itself bends.
    static let longestInterval = 30.0
    /// Altitudes at intervals that differ by at most this share are compared.
    static let evenness = 0.2
    /// The number of second differences required for a result.
    static let fewest = 20

    /// Sums over second differences of one length: their squares, and the expected squares for a lasting error of 1 m.
    private struct Bends: Sendable {
        var squares = 0.0
        var perSquareMetre = 0.0
        var count = 0

        mutating func add(_ first: Double, _ middle: Double, _ last: Double, interval: Double) {
            let bend = first - 2 * middle + last
            let correlation = exp(-interval / AltitudeNoise.correlationTime)
            squares += bend * bend
            perSquareMetre += 6 - 8 * correlation + 2 * correlation * correlation
            count += 1
        }
    }

    private var recent: [(altitude: Double, time: Double)] = []
    private var short = Bends()
    private var long = Bends()

    /// Takes the next altitude, in metres, and its time in seconds.
    mutating func add(_ altitude: Double, at time: Double) {
        if let last = recent.last, !(0...Self.longestInterval).contains(time - last.time) { recent.removeAll() }
        recent.append((altitude, time))
        guard recent.count == 5 else { return }
        let interval = (recent[4].time - recent[0].time) / 4
        let isEven = zip(recent, recent.dropFirst()).allSatisfy {
            abs($1.time - $0.time - interval) <= Self.evenness * interval
        }
        if isEven, interval > 0 {
            short.add(recent[2].altitude, recent[3].altitude, recent[4].altitude, interval: interval)
            long.add(recent[0].altitude, recent[2].altitude, recent[4].altitude, interval: 2 * interval)
        }
        recent.removeFirst()
    }

    /// The next altitude does not continue the previous ones.
    mutating func interrupt() {
        recent.removeAll(keepingCapacity: true)
    }

    /// Standard deviations in metres: of the lasting part, and of the new part of each altitude; `nil` if too few
    /// intervals were equal.
    var deviations: (lasting: Double, new: Double)? {
        guard short.count >= Self.fewest else { return nil }
        let count = Double(short.count)
        let (shortSquare, longSquare) = (short.squares / count, long.squares / count)
        let (shortShare, longShare) = (short.perSquareMetre / count, long.perSquareMetre / count)
        let lasting = max((longSquare - shortSquare) / (longShare - shortShare), 0)
        let new = max((shortSquare - shortShare * lasting) / 6, 0)
        return (lasting.squareRoot(), new.squareRoot())
    }
}
