internal import Glibc
internal import LocationModel

/// What speeds belong to an activity, and how people change from one to another.
///
/// The figures are common knowledge about people and traffic, not fitted to a recording: the usual speeds of
/// ``MotionThresholds``, and a vehicle that stands a fifth of its time.
enum ActivityModel {
    /// What is behind the speeds, in the order of all arrays here. A vehicle or a bicycle that stands, at a light or a
    /// stop, is a state of its own: standing lasts, and looks for a while like having arrived. So is one that is slow,
    /// in a jam or uphill, and looks like somebody on foot: it comes only from one that was faster.
    static let kinds: [MotionActivity.Kind] = [
        .stationary, .walking, .running, .cycling, .automotive, .automotive, .automotive, .cycling, .cycling,
    ]

    /// A part of an activity's time with a normal distribution of speeds, in m/s.
    private struct Part {
        var weight: Double
        var mean: Double
        var deviation: Double

        static func standing(weight: Double) -> Part {
            Part(weight: weight, mean: 0, deviation: MotionThresholds.standingSpeedDeviation)
        }
    }

    private static let parts: [[Part]] = [
        [.standing(weight: 1)],
        [.standing(weight: 0.15), Part(weight: 0.85, mean: MotionThresholds.walkingSpeed, deviation: 0.35)],
        [.standing(weight: 0.05), Part(weight: 0.95, mean: MotionThresholds.runningSpeed, deviation: 0.45)],
        [
            Part(weight: 0.5, mean: MotionThresholds.cyclingSpeed, deviation: 1.2),
            Part(weight: 0.2, mean: 4, deviation: 0.7), Part(weight: 0.3, mean: 7, deviation: 1),
        ],
        [
            Part(weight: 0.6, mean: 4.5, deviation: 3), Part(weight: 0.2, mean: 12, deviation: 4),
            Part(weight: 0.2, mean: 22, deviation: 8),
        ],
        [.standing(weight: 1)],
        [.standing(weight: 0.2), Part(weight: 0.8, mean: 2, deviation: 1.2)],
        [.standing(weight: 1)],
        [Part(weight: 1, mean: 3, deviation: 0.7)],
    ]

    /// The mean seconds after which one activity becomes another; `nil` where it never does at once.
    ///
    /// Chosen on Aalto's phones and on generated rides of seeds 500, 900 and 5,000.
    private static let changes: [[Double?]] = [
        [nil, 200, 6000, 3000, 240, nil, nil, nil, nil],
        [200, nil, 6000, 3000, 240, nil, nil, nil, nil],
        [600, 300, nil, nil, 600, nil, nil, nil, nil],
        [400, 600, nil, nil, 1800, nil, nil, 90, 150],
        [nil, 800, nil, nil, nil, 60, 120, nil, nil],
        [180, 240, nil, nil, 40, nil, 120, nil, nil],
        [120, 800, nil, nil, 60, 40, nil, nil, nil],
        [180, 240, nil, nil, nil, nil, nil, nil, 30],
        [400, 600, nil, 130, nil, nil, nil, 130, nil],
    ]

    /// What is likely before anything is known.
    static let prior = [0.4, 0.25, 0.05, 0.1, 0.15, 0.05, 0, 0, 0]
    /// A train or a plane is no less a vehicle for being faster than this, m/s.
    private static let fastest = 35.0
    /// No speed is impossible: a density that every activity has for every speed, in s/m.
    private static let floor = 1e-4

    /// How likely each activity makes a speed that is known to `deviation`, both in m/s.
    static func likelihoods(ofSpeed speed: Double, deviation: Double) -> [Double] {
        parts.map { parts in
            parts.reduce(floor) { sum, part in
                let variance = part.deviation * part.deviation + deviation * deviation
                let off = min(speed, fastest) - part.mean
                // A speed is never negative: around zero both halves of the curve fall onto one side.
                let sides = part.mean == 0 ? 2.0 : 1.0
                return sum + sides * part.weight * exp(-off * off / (2 * variance)) / (2 * .pi * variance).squareRoot()
            }
        }
    }

    /// What the likelihoods become when `seconds` pass and nothing is seen.
    static func evolved(_ probabilities: [Double], by seconds: Double) -> [Double] {
        var now = probabilities
        // Steps that are short against every mean time.
        let steps = max(1, Int(rounding: min(seconds, 1800) / 15, .up))
        let step = min(seconds, 1800) / Double(steps)
        for _ in 0..<steps {
            var next = now
            for from in now.indices {
                for to in now.indices {
                    guard let mean = changes[from][to] else { continue }
                    let flow = now[from] * step / mean
                    next[from] -= flow
                    next[to] += flow
                }
            }
            now = next
        }
        return now
    }
}
