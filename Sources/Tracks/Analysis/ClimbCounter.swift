internal import LocationModel

/// Metres up and down, without adding up the noise of an altitude: a turn counts once it is larger than a threshold, and
/// than the accuracies of the altitudes on both sides of it.
struct ClimbCounter {
    /// Metres that an altitude must turn before it is believed; a receiver's altitude wanders by some.
    static let threshold = 5.0
    /// Metres per second up or down beyond which an altitude is a failed solution, unless it lasts.
    static let fastest = 15.0
    /// So many in a row that agree with each other are believed.
    static let confirmations = 5

    private struct Height {
        var altitude: Double
        /// Metres, 68 %; 0 where it is not known.
        var accuracy: Double

        /// The least difference that means something.
        func noise(beside other: Height) -> Double { max(threshold, accuracy, other.accuracy) }
    }

    private(set) var up = 0.0
    private(set) var down = 0.0
    private(set) var lowest: Double?
    private(set) var highest: Double?
    private var last: (altitude: Double, time: Timestamp)?
    private var doubt: (altitude: Double, time: Timestamp, count: Int)?
    /// The last turning point, and the furthest that was reached since.
    private var turn: Height?
    private var extreme = Height(altitude: 0, accuracy: 0)

    /// Takes the next altitude, with its accuracy where that is known; metres.
    mutating func add(_ altitude: Double, accuracy: Double?, at time: Timestamp) {
        if let last, !Self.agrees(altitude, time, last.altitude, last.time) {
            if let doubt, Self.agrees(altitude, time, doubt.altitude, doubt.time) {
                self.doubt = (altitude, time, doubt.count + 1)
            } else {
                doubt = (altitude, time, 1)
            }
            guard (doubt?.count ?? 0) >= Self.confirmations else { return }
            // The way there was no climb.
            restart()
        }
        doubt = nil
        last = (altitude, time)
        lowest = min(lowest ?? altitude, altitude)
        highest = max(highest ?? altitude, altitude)
        count(Height(altitude: altitude, accuracy: accuracy ?? 0))
    }

    /// What comes next does not continue what was.
    mutating func restart() {
        settle()
        last = nil
        doubt = nil
        turn = nil
    }

    private static func agrees(_ altitude: Double, _ time: Timestamp, _ other: Double, _ otherTime: Timestamp) -> Bool {
        abs(altitude - other) <= fastest * max(abs(time.seconds(since: otherTime)), 1)
    }

    private mutating func count(_ height: Height) {
        guard let turn else {
            turn = height
            extreme = height
            return
        }
        let isUp = extreme.altitude >= turn.altitude
        if isUp ? height.altitude > extreme.altitude : height.altitude < extreme.altitude {
            extreme = height
        } else if abs(height.altitude - extreme.altitude) >= height.noise(beside: extreme) {
            settle()
            self.turn = extreme
            extreme = height
        } else if abs(extreme.altitude - turn.altitude) < extreme.noise(beside: turn),
            isUp ? height.altitude < turn.altitude : height.altitude > turn.altitude
        {
            // Not yet decided whether it goes up or down.
            extreme = height
        }
    }

    /// Adds the way from the last turn to the furthest point since.
    private mutating func settle() {
        guard let turn else { return }
        let way = extreme.altitude - turn.altitude
        guard abs(way) >= extreme.noise(beside: turn) else { return }
        if way > 0 { up += way } else { down -= way }
    }

    /// The counter with the way that is still under way.
    func finished() -> ClimbCounter {
        var copy = self
        copy.settle()
        copy.turn = nil
        return copy
    }
}
