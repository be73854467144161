import Glibc
import LocationModel

/// Turns gpsd's figures of error into 68 % accuracies.
///
/// Three sources, the best first:
/// - GST, the receiver's own one-sigma figures of the same epoch.
/// - A figure that the receiver reported and gpsd passes through (u-blox and others): taken as it is.
/// - gpsd's model, a 95 % guess made of dilution: 19 m × HDOP and 23 m × VDOP, a quarter of that with differential
///   corrections (gpsd 3.22, `gpsd_error_model`). It is recognised by being exactly that, and converted. The model's
///   speed and course errors are differences of position errors (12 m/s for a standing receiver): they are left out.
struct GPSDAccuracy {
    /// Metres of gpsd's model per unit of dilution, without and with differential corrections.
    private static let horizontalModels = [19.0, 4.75]

    /// A circle that holds 95 % holds 68 % at this part of its radius (two-dimensional normal distribution).
    static let circle68Of95 = (log(1 - 0.68) / log(1 - 0.95)).squareRoot()
    /// An interval that holds 95 % holds 68 % at this part of its width (one-dimensional normal distribution).
    static let interval68Of95 = 0.994458 / 1.959964
    /// A circle around two independent errors of one sigma each holds 68 % at this radius.
    static let circle68OfSigma = (-2 * log(1 - 0.68)).squareRoot()

    private var hdop: Double?
    private var hdopBefore: Double?
    private var gst: (horizontal: Double?, vertical: Double?)?
    /// The epoch that the statistics belong to: the first that was reported after them.
    private var gstEpoch: Timestamp?

    /// The satellites were reported: the model's dilution of this epoch, or (gpsd lags by one) of the next.
    mutating func sky(hdop new: Double?) {
        guard let new, new != hdop else { return }
        hdopBefore = hdop
        hdop = new
    }

    /// The receiver's own statistics came; they hold for the epoch that is reported next.
    mutating func gst(_ figures: GPSDStatistics) {
        var horizontal: Double?
        // Zeros are what receivers say that have none; nothing is that accurate.
        if let latitude = figures.latitude, latitude > 0, let longitude = figures.longitude, longitude > 0 {
            horizontal = Self.circle68OfSigma * ((latitude * latitude + longitude * longitude) / 2).squareRoot()
        }
        gst = (horizontal, figures.altitude.flatMap { $0 > 0 ? $0 : nil })
        gstEpoch = nil
    }

    /// The fix of a report, with what is known about its accuracy.
    mutating func fix(_ report: GPSDReport) -> Fix {
        var fix = report.fix
        fix.hdop = hdop
        let isModelled = report.eph.map(isModel) ?? true
        fix.horizontalAccuracy = report.eph.map { isModelled ? $0 * Self.circle68Of95 : $0 }
        fix.verticalAccuracy = report.epv.map { isModelled ? $0 * Self.interval68Of95 : $0 }
        if !isModelled {
            fix.speedAccuracy = report.eps
            fix.courseAccuracy = report.epd
        }
        if let epoch = gstEpoch, epoch != fix.timestamp { gst = nil }
        if let gst {
            gstEpoch = fix.timestamp
            fix.horizontalAccuracy = gst.horizontal ?? fix.horizontalAccuracy
            fix.verticalAccuracy = gst.vertical ?? fix.verticalAccuracy
        }
        return fix
    }

    private func isModel(_ eph: Double) -> Bool {
        [hdop, hdopBefore].compactMap(\.self).contains { hdop in
            // gpsd prints three decimals of a metre and two of the dilution.
            Self.horizontalModels.contains { abs(eph - $0 * hdop) < 0.1 }
        } || hdop == nil
    }
}
