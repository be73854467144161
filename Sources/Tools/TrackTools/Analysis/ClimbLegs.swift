/// The climbs and descents between turns that are larger than a threshold.
struct ClimbLegs: Sendable {
    /// The smallest threshold in metres, the factor to the next one, and their number.
    static let ladder = (first: 3.0, factor: 1.1, count: 38)
    /// One for each threshold.
    static var series: [ClimbLegs] {
        var threshold = ladder.first
        return (0..<ladder.count).map { _ in
            defer { threshold *= ladder.factor }
            return ClimbLegs(threshold: threshold)
        }
    }

    /// Metres that an altitude must turn to count.
    let threshold: Double
    private(set) var up = 0.0
    private(set) var down = 0.0
    private(set) var upCount = 0
    private(set) var downCount = 0
    /// The last turning point, and the furthest that was reached since.
    private var turn: Double?
    private var extreme = 0.0
    /// The latest altitude, and what is subtracted from those that follow.
    private var latest: Double?
    private var offset = 0.0

    init(threshold: Double) {
        self.threshold = threshold
    }

    /// Takes the next altitude. A change at a stop is drift. In a recorded track only one that would count: a smaller
    /// one is noise of the two altitudes that it has there, and to subtract that of each stop would add it up.
    mutating func add(_ measured: Double, afterStop: Bool = false, isRecorded: Bool = false) {
        if afterStop, let latest, !isRecorded || abs(measured - latest) >= threshold { offset += measured - latest }
        latest = measured
        let altitude = measured - offset
        guard let turn else {
            turn = altitude
            extreme = altitude
            return
        }
        let isUp = extreme >= turn
        if isUp ? altitude > extreme : altitude < extreme {
            extreme = altitude
        } else if abs(altitude - extreme) >= threshold {
            settle()
            self.turn = extreme
            extreme = altitude
        } else if abs(extreme - turn) < threshold, isUp ? altitude < turn : altitude > turn {
            // Not yet decided whether it goes up or down.
            extreme = altitude
        }
    }

    /// Adds the climb from the last turn to the farthest point since.
    private mutating func settle() {
        guard let turn else { return }
        let way = extreme - turn
        guard abs(way) >= threshold else { return }
        if way > 0 {
            up += way
            upCount += 1
        } else {
            down -= way
            downCount += 1
        }
    }

    /// The end, or an interruption: adds the present climb.
    mutating func finish() {
        settle()
        (turn, latest, offset) = (nil, nil, 0)
    }
}
