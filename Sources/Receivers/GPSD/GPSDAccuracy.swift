import LocationModel

/// Finds out what gpsd's figures of error are, so that they mean the same as the receiver's own sentences do.
///
/// Three sources, the best first:
/// - GST, the receiver's own one-sigma figures of the same epoch.
/// - A figure that the receiver reported and gpsd passes through (u-blox and others).
/// - gpsd's model, a guess made of dilution: 19 m × HDOP and 23 m × VDOP, a quarter of that with differential corrections
///   (gpsd 3.22, `gpsd_error_model`). It is recognised by being exactly that, and turned back into the dilution of this very
///   epoch. The model's speed and course errors are differences of position errors (12 m/s for a standing receiver): they
///   are left out.
struct GPSDAccuracy {
    /// Metres of gpsd's models per unit of dilution, horizontal and vertical: without and with differential corrections.
    private static let models = [(horizontal: 19.0, vertical: 23.0), (horizontal: 4.75, vertical: 5.75)]

    private var hdop: Double?
    private var hdopBefore: Double?
    private var gst: GPSDStatistics?
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
        gst = figures
        gstEpoch = nil
    }

    /// The fix of a report, with what is known about its errors.
    mutating func fix(_ report: GPSDReport) -> Fix {
        var fix = report.fix
        fix.hdop = hdop
        if let eph = report.eph {
            if let model = model(of: eph, fix.errors.solution) {
                // gpsd prints three decimals of a metre: two of the dilution are right.
                fix.hdop = (eph / model.horizontal * 100).rounded() / 100
                fix.errors.vdop = report.epv.map { ($0 / model.vertical * 100).rounded() / 100 }
            } else {
                fix.errors.horizontal = eph
                fix.errors.vertical = report.epv
                fix.speedAccuracy = report.eps
                fix.courseAccuracy = report.epd
            }
        }
        if let epoch = gstEpoch, epoch != fix.timestamp { gst = nil }
        if let gst {
            gstEpoch = fix.timestamp
            (fix.errors.firstDeviation, fix.errors.secondDeviation) = gst.axes
            fix.errors.altitudeDeviation = gst.altitude.flatMap { $0 > 0 ? $0 : nil }
        }
        return fix
    }

    /// gpsd's model that gave this figure; `nil` if the receiver gave it.
    private func model(
        of eph: Double, _ solution: ErrorEstimates.Solution?
    ) -> (horizontal: Double, vertical: Double)? {
        guard hdop != nil else {
            let isCorrected = solution != nil && solution != .autonomous && solution != .simulated
            return Self.models[isCorrected ? 1 : 0]
        }
        return Self.models.first { model in
            // gpsd prints three decimals of a metre and two of the dilution.
            [hdop, hdopBefore].contains { $0.map { abs(eph - model.horizontal * $0) < 0.1 } ?? false }
        }
    }
}

extension GPSDStatistics {
    /// Standard deviations along two axes, where both are told. Zeros are what receivers say that have none: nothing is
    /// that accurate.
    fileprivate var axes: (Double?, Double?) {
        for case (let first?, let second?) in [(latitude, longitude), (major, minor)] where first > 0 && second > 0 {
            return (first, second)
        }
        return (nil, nil)
    }
}
