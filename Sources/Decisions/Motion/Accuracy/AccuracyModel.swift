internal import Glibc

/// The accuracy model: what a receiver's figures of error are worth, as radii that hold the true position with 68 %.
///
/// Every path takes its figures from here: sentences of a port and of a recording, gpsd's reports, imports, the
/// smoothers, exports, and what stands for an accuracy that nobody knows. Documentation/Semantics.md has the table:
/// what each figure was measured on, and what it gives there.
package enum AccuracyModel {
    // MARK: - One normal error, several ways to say it

    /// The radius that holds 68 % of a circular normal error, in standard deviations of one axis: √(-2 ln 0.32).
    package static let radiusPerDeviation = 1.5096
    /// The interval that holds 68 % of a normal error, in standard deviations.
    package static let intervalPerDeviation = 0.9945
    /// The radius of 68 % in circles that hold half of all positions (CEP), as Garmin's estimates are taken for by gpsd
    /// and others.
    package static let radiusPerCircularErrorProbable = 1.2821
    /// The interval of 68 % in intervals that hold half of all altitudes.
    package static let intervalPerLinearErrorProbable = 1.4744

    // MARK: - Unknown accuracy

    /// The radius in metres as which an unknown accuracy is weighed among others: an ordinary receiver with an ordinary
    /// sky.
    package static let unknownAccuracy = 10.0
    /// The same of an altitude, in metres.
    package static let unknownVerticalAccuracy = 25.0
    /// m/s that a reported speed is off by, where the receiver does not say.
    package static let unknownSpeedAccuracy = 0.5

    /// The standard deviation along one axis, in metres, of a position with this radius; at least 1 cm of radius.
    package static func deviation(ofRadius radius: Double?) -> Double {
        max(radius ?? unknownAccuracy, 0.01) / radiusPerDeviation
    }

    /// The radius of a normal error with these standard deviations along two axes at right angles: exact where both are
    /// equal or one is 0, within 0.3 % between.
    package static func radius(ofDeviations first: Double, _ second: Double) -> Double {
        let major = max(first, second)
        guard major > 0 else { return 0 }
        let ratio = min(first, second) / major
        let root = (major * major * (1 + ratio * ratio)).squareRoot()
        // In roots of the sum of squares 68 % are at 0.9945 of a line and at 1.0675 of a circle.
        let step = min(max((ratio - 0.15) / 0.75, 0), 1)
        return root * (intervalPerDeviation + 0.0730 * step * step * (3 - 2 * step))
    }
}
