internal import Glibc
import LocationModel

/// A horizontal dilution of precision from which readers without other fields derive the accuracy that locd knows.
///
/// A dilution is geometry and says nothing about a receiver's errors, but many programs use only that. GeoClue 2.6 maps it to
/// steps:
///
/// | HDOP | GeoClue's accuracy |
/// |---|---|
/// | up to 1 | 0 m |
/// | up to 2 | 1 m |
/// | up to 5 | 3 m |
/// | up to 10 | 50 m |
/// | up to 20 | 100 m |
/// | more | 300 m |
///
/// So the dilution comes from the step whose accuracy is nearest to ours, in proportion. Within a step it grows with the
/// radius, so that a reader that multiplies sees differences, too. GST and gpsd's `eph` are exact.
package enum HorizontalDilution {
    /// The maximum dilution: readers expect at most three digits.
    package static let greatest = 99.9

    /// The borders of GeoClue's steps: the geometric mean of two steps in metres, and the dilution there.
    private static let steps: [(metres: Double, dilution: Double)] = [
        (0, 0.5), (0.5, 1), (3.0.squareRoot(), 2), (150.0.squareRoot(), 5), (5000.0.squareRoot(), 10),
        (30_000.0.squareRoot(), 20),
    ]

    /// The dilution for a radius in metres, 68 %; 0.5 to 99.9, and `nil` for `nil`.
    package static func of(accuracy: Double?) -> Double? {
        guard let accuracy, accuracy.isFinite else { return nil }
        for (lower, upper) in zip(steps, steps.dropFirst()) where accuracy <= upper.metres {
            let share = max(accuracy - lower.metres, 0) / (upper.metres - lower.metres)
            // One decimal is written: rounded down, so that no step is left by rounding; above its lower end by one of them.
            let exact = lower.dilution + share * (upper.dilution - lower.dilution)
            let written = (exact * 10).rounded(.down) / 10
            return lower.metres == 0 ? written : max(written, lower.dilution + 0.1)
        }
        let last = steps[steps.count - 1]
        return min(max(last.dilution * accuracy / last.metres, last.dilution + 0.1), greatest)
    }
}
