internal import LocationModel

/// Metres up and down during motion, without adding up the noise of the altitudes.
///
/// Altitudes are averaged over 10 s. A turn counts once it is larger than a threshold: 4.3 deviations of the noise that
/// this very track was measured to have (``AltitudeNoise``), and never less than 3 m. Because the noise is known only
/// at the end, climbs are counted for a series of thresholds at once. The noise also raises each summit and lowers each
/// valley a little, so one deviation is subtracted each way. Changes of the altitude at a stop are the receiver's
/// drift, and do not count.
struct ClimbCounter: Sendable {
    /// Metres per second up or down beyond which an altitude is a failed solution, unless it lasts.
    static let fastest = 15.0
    /// The number of consecutive altitudes that agree with each other before such a one is accepted.
    static let confirmations = 5
    /// Seconds of altitudes that are averaged into one; two of these are averaged.
    static let interval = 5.0
    /// The smallest threshold in metres, the factor to the next one, and their number.
    static let ladder = (first: 3.0, factor: 1.1, count: 38)
    /// Deviations of the lasting noise that a turn must exceed, and by which a climb is too long.
    static let lasting = (turn: 4.3, excess: 1.0)
    /// The same for the noise that is new in each altitude; an average of two contains a part of it.
    static let new = (turn: 5.0, excess: 1.5)
    /// Metres that a turn must exceed if the noise cannot be measured, and no accuracy requires more.
    static let unmeasuredTurn = 5.0

    private(set) var lowest: Double?
    private(set) var highest: Double?
    private var legs = (0..<ladder.count).reduce(into: (legs: [ClimbLegs](), threshold: ladder.first)) { result, _ in
        result.legs.append(ClimbLegs(threshold: result.threshold))
        result.threshold *= ladder.factor
    }.legs
    private var noise = AltitudeNoise()
    private var accuracies = (sum: 0.0, count: 0)
    private var last: (altitude: Double, time: Timestamp)?
    private var doubt: (altitude: Double, time: Timestamp, count: Int)?
    /// The altitudes that are being averaged.
    private var bin: (sum: Double, count: Double, begin: Timestamp)?
    /// The latest averages, and the last counted one.
    private var averageBefore: Double?
    private var counted: Double?
    /// The change during a stop is subtracted from later altitudes.
    private var offset = 0.0
    private var hasStood = false

    /// Takes the next altitude during motion, with its accuracy if known; metres.
    mutating func add(_ altitude: Double, accuracy: Double?, at time: Timestamp) {
        guard believes(altitude, at: time) else { return }
        if let accuracy { accuracies = (accuracies.sum + accuracy, accuracies.count + 1) }
        if let bin, time.seconds(since: bin.begin) >= Self.interval { close(bin) }
        if let open = bin {
            bin = (open.sum + altitude, open.count + 1, open.begin)
        } else {
            bin = (altitude, 1, time)
        }
    }

    /// Takes the next altitude at a stop: it may be the lowest or the highest, and counts for nothing else.
    mutating func stand(_ altitude: Double, at time: Timestamp) {
        guard believes(altitude, at: time) else { return }
        if let bin { close(bin) }
        hasStood = counted != nil
        averageBefore = nil
        noise.interrupt()
    }

    /// The next altitude does not continue the previous ones.
    mutating func restart() {
        if let bin { close(bin) }
        for index in legs.indices { legs[index].finish() }
        noise.interrupt()
        (last, doubt, averageBefore, counted) = (nil, nil, nil, nil)
        (offset, hasStood) = (0, false)
    }

    /// Metres up and down, including the present climb, and the smallest climb that counts: less is noise.
    var ways: (up: Double, down: Double, resolution: Double) {
        var copy = self
        copy.restart()
        let deviations = copy.noise.deviations
        let claimed = accuracies.count > 0 ? accuracies.sum / Double(accuracies.count) : 0
        var turn = max(Self.unmeasuredTurn, claimed)
        var excess = 0.0
        if let (lasting, new) = deviations {
            let left = new / 2.0.squareRoot()
            turn = Self.lasting.turn * lasting + Self.new.turn * left
            excess = Self.lasting.excess * lasting + Self.new.excess * left
        }
        guard let found = copy.legs.first(where: { $0.threshold >= turn }) ?? copy.legs.last else {
            return (0, 0, turn)
        }
        return (
            max(found.up - excess * Double(found.upCount), 0), max(found.down - excess * Double(found.downCount), 0),
            found.threshold
        )
    }

    private mutating func believes(_ altitude: Double, at time: Timestamp) -> Bool {
        if let last, !Self.agrees(altitude, time, last.altitude, last.time) {
            if let doubt, Self.agrees(altitude, time, doubt.altitude, doubt.time) {
                self.doubt = (altitude, time, doubt.count + 1)
            } else {
                doubt = (altitude, time, 1)
            }
            guard (doubt?.count ?? 0) >= Self.confirmations else { return false }
            // The jump to the new altitude is no climb.
            restart()
        }
        doubt = nil
        last = (altitude, time)
        lowest = min(lowest ?? altitude, altitude)
        highest = max(highest ?? altitude, altitude)
        return true
    }

    private static func agrees(_ altitude: Double, _ time: Timestamp, _ other: Double, _ otherTime: Timestamp) -> Bool {
        abs(altitude - other) <= fastest * max(abs(time.seconds(since: otherTime)), 1)
    }

    private mutating func close(_ bin: (sum: Double, count: Double, begin: Timestamp)) {
        self.bin = nil
        let average = bin.sum / bin.count
        noise.add(average, at: Double(bin.begin.milliseconds) / 1000)
        if hasStood, let counted { offset = counted - average }
        hasStood = false
        let altitude = average + offset
        let smoothed = averageBefore.map { ($0 + altitude) / 2 } ?? altitude
        averageBefore = altitude
        counted = smoothed
        for index in legs.indices { legs[index].add(smoothed) }
    }
}
