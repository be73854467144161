internal import LocationModel

/// Metres up and down during motion, without adding up the noise of the altitudes.
///
/// Altitudes are averaged over 10 s. A turn counts once it is larger than a threshold: 4.3 deviations of the noise that
/// this very track was measured to have (``AltitudeNoise``), and never less than 3 m. Because the noise is known only
/// at the end, climbs are counted for a series of thresholds at once. The noise also raises each summit and lowers each
/// valley a little, so one deviation is subtracted each way. Changes of the altitude at a stop are the receiver's
/// drift, and do not count.
///
/// Over 10 s short hills bend as much as noise. If over seconds there is clearly less noise, that is the noise, or what
/// the receiver claims to change by, and altitudes are averaged over 4 s; but not if white noise may by chance bend so.
struct ClimbCounter: Sendable {
    /// Metres per second up or down beyond which an altitude is a failed solution, unless it lasts, or it goes as fast
    /// over ground: airliners and winches climb faster.
    static let fastest = 15.0
    /// The number of consecutive altitudes that agree with each other before such a one is accepted.
    static let confirmations = 5
    /// Seconds of altitudes that are averaged into one; two of these are averaged.
    static let intervals = (usual: 5.0, short: 2.0)
    /// Seconds between altitudes whose noise is measured at short lags, less what the clock of a receiver at 1 Hz
    /// wanders.
    static let shortLag = 0.9
    /// Deviations of the lasting noise that a turn must exceed, and by which a climb is too long.
    static let lasting = (turn: 4.3, excess: 1.0)
    /// The same for the noise that is new in each altitude; an average of two contains a part of it.
    /// White noise of 3 and 5 m in 24 flat runs of two hours makes up to 108 m of climb with 5 deviations, 10 m with 6.
    static let new = (turn: 6.0, excess: 1.5)
    /// Metres that a turn must exceed if the noise cannot be measured, and no accuracy requires more.
    static let unmeasuredTurn = 5.0
    /// The part of the noise over 10 s below which that over seconds shows short hills. Noise alone has 0.7 to 1.1:
    /// `surf-gt31`, `-gw60`, `-head-left`, `-head-right`, and generated noise of 5 to 300 s; hills of 8 to 40 m each 62
    /// to 117 s have less than 0.35.
    static let mostOfHills = 0.5
    /// The part of the lasting noise by which a climb over short hills is too long: they turn so fast that the noise
    /// hardly moves at their tops.
    static let excessOfHills = 0.5
    /// Metres of a claimed accuracy that last longer than a hill: orbits and the ionosphere, as in `AccuracyModel`. At
    /// most half of the claim is taken for that. Chosen on hills of 8 to 40 m of a receiver that claims 5.5 m.
    static let lastingClaim = 3.5

    private(set) var lowest: Double?
    private(set) var highest: Double?
    private var usual = AveragedClimb(interval: intervals.usual)
    private var short = AveragedClimb(interval: intervals.short)
    private var noise = AltitudeNoise()
    private var shortNoise = AltitudeNoise(findsRelief: true)
    private var shortTime: Timestamp?
    private var accuracies = (sum: 0.0, count: 0)
    private var hasHalted = false
    private var last: (altitude: Double, time: Timestamp, speed: Double)?
    private var doubt: (altitude: Double, time: Timestamp, count: Int)?

    /// Takes the next altitude during motion, with its accuracy if known, in metres, and the speed over ground.
    mutating func add(_ altitude: Double, accuracy: Double?, speed: Double, at time: Timestamp) {
        let before = hasHalted ? last : nil
        hasHalted = false
        guard believes(altitude, speed: speed, at: time) else { return }
        if let before { noise.compare(altitude - before.altitude, over: time.seconds(since: before.time)) }
        if let accuracy { accuracies = (accuracies.sum + accuracy, accuracies.count + 1) }
        if let average = usual.add(altitude, at: time) { noise.add(average.altitude, at: average.time) }
        short.add(altitude, at: time)
        guard shortTime.map({ time.seconds(since: $0) >= Self.shortLag }) ?? true else { return }
        shortTime = time
        shortNoise.add(altitude, at: Double(time.milliseconds) / 1000)
    }

    /// Takes the next altitude at a stop: it may be the lowest or the highest, and counts for nothing else.
    mutating func stand(_ altitude: Double, isRecorded: Bool, at time: Timestamp) {
        guard believes(altitude, at: time) else { return }
        if let average = usual.stand(isRecorded) { noise.add(average.altitude, at: average.time) }
        short.stand(isRecorded)
        interruptNoise()
    }

    /// It stood near this place since the last altitude: the difference to the next one is noise.
    mutating func halt() { hasHalted = true }

    /// The stop before the next altitude was slow motion: the change of the altitude counts.
    mutating func moveOn() {
        usual.hasStood = false
        short.hasStood = false
    }

    /// The next altitude does not continue the previous ones.
    mutating func restart() {
        if let average = usual.restart() { noise.add(average.altitude, at: average.time) }
        short.restart()
        interruptNoise()
        (last, doubt, hasHalted) = (nil, nil, false)
    }

    private mutating func interruptNoise() {
        noise.interrupt()
        shortNoise.interrupt()
        shortTime = nil
    }

    /// Metres up and down, including the present climb, and the smallest climb that counts: less is noise.
    var ways: (up: Double, down: Double, resolution: Double) {
        var copy = self
        copy.restart()
        let claimed = accuracies.count > 0 ? accuracies.sum / Double(accuracies.count) : nil
        guard let (lasting, certain, new) = copy.noise.deviations else {
            return copy.usual.ways(turn: max(Self.unmeasuredTurn, claimed ?? 0), excess: 0)
        }
        let usual = Self.limits(lasting: lasting, new: new)
        if let noise = copy.shortNoise.deviations, noise.lasting < Self.mostOfHills * certain {
            let new = noise.new / copy.short.altitudesPerAverage.squareRoot()
            let doubted = max(noise.lasting, min(Self.changing(claimed ?? 0), lasting))
            return copy.short.ways(
                turn: Self.limits(lasting: doubted, new: new).turn,
                excess: Self.excessOfHills * Self.limits(lasting: noise.lasting, new: new).excess)
        }
        return copy.usual.ways(turn: usual.turn, excess: usual.excess)
    }

    /// How much of a claimed accuracy may change within a hill.
    private static func changing(_ claimed: Double) -> Double {
        max(claimed / 2, max(claimed * claimed - lastingClaim * lastingClaim, 0).squareRoot())
    }

    /// What a turn must exceed, and by how much a climb is too long, with this noise of each average.
    private static func limits(lasting: Double, new: Double) -> (turn: Double, excess: Double) {
        let left = new / 2.0.squareRoot()
        return (
            Self.lasting.turn * lasting + Self.new.turn * left, Self.lasting.excess * lasting + Self.new.excess * left
        )
    }

    private mutating func believes(_ altitude: Double, speed: Double = 0, at time: Timestamp) -> Bool {
        // A failed solution leaps over ground, too: it must have gone fast before.
        let most = max(Self.fastest, min(speed, last?.speed ?? 0))
        if let last, !Self.agrees(altitude, time, last.altitude, last.time, most) {
            if let doubt, Self.agrees(altitude, time, doubt.altitude, doubt.time, max(Self.fastest, speed)) {
                self.doubt = (altitude, time, doubt.count + 1)
            } else {
                doubt = (altitude, time, 1)
            }
            guard (doubt?.count ?? 0) >= Self.confirmations else { return false }
            // The jump to the new altitude is no climb.
            restart()
        }
        doubt = nil
        last = (altitude, time, speed)
        lowest = min(lowest ?? altitude, altitude)
        highest = max(highest ?? altitude, altitude)
        return true
    }

    private static func agrees(
        _ altitude: Double, _ time: Timestamp, _ other: Double, _ otherTime: Timestamp, _ most: Double
    ) -> Bool {
        abs(altitude - other) <= most * max(abs(time.seconds(since: otherTime)), 1)
    }
}

/// The climbs of altitudes that are averaged over an interval, for each threshold.
private struct AveragedClimb: Sendable {
    private let interval: Double
    private var legs = ClimbLegs.series
    /// The altitudes that are being averaged.
    private var bin: (sum: Double, count: Double, begin: Timestamp)?
    private var counts = (altitudes: 0.0, averages: 0.0)
    /// The latest average, and whether any was counted.
    private var averageBefore: Double?
    private var hasCounted = false
    var hasStood = false
    /// Whether a recorder wrote what was there of the stop.
    private var isRecorded = false

    init(interval: Double) {
        self.interval = interval
    }

    var altitudesPerAverage: Double { counts.averages > 0 ? counts.altitudes / counts.averages : 1 }

    /// An average and the time of its first altitude in seconds, if one is complete.
    typealias Average = (altitude: Double, time: Double)

    @discardableResult
    mutating func add(_ altitude: Double, at time: Timestamp) -> Average? {
        var complete: Average?
        if let bin, time.seconds(since: bin.begin) >= interval { complete = close() }
        if let open = bin {
            bin = (open.sum + altitude, open.count + 1, open.begin)
        } else {
            bin = (altitude, 1, time)
        }
        return complete
    }

    @discardableResult
    mutating func stand(_ isRecorded: Bool) -> Average? {
        let complete = close()
        self.isRecorded = isRecorded
        hasStood = hasCounted
        averageBefore = nil
        return complete
    }

    @discardableResult
    mutating func restart() -> Average? {
        let complete = close()
        for index in legs.indices { legs[index].finish() }
        (averageBefore, hasCounted, hasStood) = (nil, false, false)
        return complete
    }

    func ways(turn: Double, excess: Double) -> (up: Double, down: Double, resolution: Double) {
        guard let found = legs.first(where: { $0.threshold >= turn }) ?? legs.last else { return (0, 0, turn) }
        return (
            max(found.up - excess * Double(found.upCount), 0), max(found.down - excess * Double(found.downCount), 0),
            found.threshold
        )
    }

    private mutating func close() -> Average? {
        guard let bin else { return nil }
        self.bin = nil
        counts = (counts.altitudes + bin.count, counts.averages + 1)
        let average = bin.sum / bin.count
        let smoothed = averageBefore.map { ($0 + average) / 2 } ?? average
        for index in legs.indices { legs[index].add(smoothed, afterStop: hasStood, isRecorded: isRecorded) }
        (averageBefore, hasCounted, hasStood) = (average, true, false)
        return (average, Double(bin.begin.milliseconds) / 1000)
    }
}
