internal import Glibc
import LocationModel

/// A horizontal dilution of precision from which readers that know nothing else make the accuracy that we know.
///
/// A dilution is geometry and says nothing of a receiver's errors, but many programs have only that. GeoClue 2.6 makes steps of it:
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
/// So the dilution that is served is that of the step whose accuracy is nearest to ours, in proportion; within a step it grows with
/// the accuracy, so that a reader that multiplies sees better and worse. What a reader makes of GST, or of gpsd's `eph`, is exact.
package enum HorizontalDilution {
    /// The greatest dilution that is served: three digits are all that readers expect.
    package static let greatest = 99.9

    /// Where GeoClue's steps part: metres in the middle of two steps (geometric), and the dilution there.
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
