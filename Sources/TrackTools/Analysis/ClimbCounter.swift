internal import LocationModel

/// Metres up and down of what moves, without adding up the noise of its altitudes.
///
/// Altitudes are averaged over 10 s. A turn counts once it is larger than a threshold, 4.3 deviations of the noise that this
/// very track was measured to have (``AltitudeNoise``), and never less than 3 m. As that is known at the end only, the ways are
/// counted for a ladder of thresholds at once. The noise also lifts each top and lowers each valley a little: one deviation
/// is taken off each way. What a stop does to the altitude is the receiver's drift, and is no way.
struct ClimbCounter: Sendable {
    /// Metres per second up or down beyond which an altitude is a failed solution, unless it lasts.
    static let fastest = 15.0
    /// So many in a row that agree with each other are believed.
    static let confirmations = 5
    /// Seconds of altitudes that are one; two of these are averaged.
    static let interval = 5.0
    /// The smallest threshold in metres, what follows it as a factor, and how many there are.
    static let ladder = (first: 3.0, factor: 1.1, count: 38)
    /// Deviations of the lasting noise that a turn must exceed, and that a way is too long by.
    static let lasting = (turn: 4.3, excess: 1.0)
    /// The same for what is new in each altitude, of which an average of two is left.
    static let new = (turn: 5.0, excess: 1.5)
    /// Metres that a turn must exceed where the noise cannot be measured, if no accuracy says more.
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
    /// The latest averages, and the one that was counted last.
    private var averageBefore: Double?
    private var counted: Double?
    /// What a stop changed is taken off what comes after.
    private var offset = 0.0
    private var hasStood = false

    /// Takes the next altitude of something that moves, with its accuracy where that is known; metres.
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

    /// The next altitude of something that stands: it may be the lowest or the highest, and no more.
    mutating func stand(_ altitude: Double, at time: Timestamp) {
        guard believes(altitude, at: time) else { return }
        if let bin { close(bin) }
        hasStood = counted != nil
        averageBefore = nil
        noise.interrupt()
    }

    /// What comes next does not continue what was.
    mutating func restart() {
        if let bin { close(bin) }
        for index in legs.indices { legs[index].finish() }
        noise.interrupt()
        (last, doubt, averageBefore, counted) = (nil, nil, nil, nil)
        (offset, hasStood) = (0, false)
    }

    /// Metres up and down, the way under way included, and the smallest way that counts: what is less is taken for noise.
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
            // The way there was no climb.
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
