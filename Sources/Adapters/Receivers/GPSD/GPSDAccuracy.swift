import LocationModel

/// Finds out what gpsd's figures of error are, so that they mean the same as the receiver's own sentences do.
///
/// Three sources, the best first:
/// - GST, the receiver's own one-sigma figures of the same epoch.
/// - A figure that the receiver reported and gpsd passes through (u-blox and others).
/// - gpsd's model, a guess made of dilution: 19 m × HDOP and 23 m × VDOP, a quarter of that with differential
///   corrections, not with others (gpsd 3.22, `gpsd_error_model`). It is recognised by being exactly that, and turned
///   back into the dilution of this very epoch. The model's speed and course errors are differences of position errors
///   (12 m/s for a standing receiver): they are left out.
///
/// gpsd reports the sky later than the dilution of a GGA, by some seconds where the receiver sends GSA seldom. So the
/// model is also recognised by two figures that are both multiples of a dilution with two decimals, or by one of them
/// if the other one is near. And what is exactly the model by chance, beside a vertical error that is not, is the
/// receiver's own.
struct GPSDAccuracy {
    /// Metres of gpsd's models per unit of dilution: without and with differential corrections.
    private static let models = [Model(horizontal: 19, vertical: 23), Model(horizontal: 4.75, vertical: 5.75)]

    /// No receiver has a better dilution: what would give a smaller one is the receiver's own figure.
    private static let leastDilution = 0.3

    private struct Model {
        var horizontal: Double
        var vertical: Double
    }

    private struct Dilution: Hashable {
        var horizontal: Double
        var vertical: Double?
    }

    /// The two latest that differ, the newest first.
    private var dilutions: [Dilution] = []
    private var hdop: Double? { dilutions.first?.horizontal }
    private var gst: GPSDStatistics?
    /// The epoch that the statistics belong to: the first that was reported after them.
    private var gstEpoch: Timestamp?

    /// The satellites were reported: the model's dilution of this epoch, or (gpsd lags by one) of the next.
    mutating func sky(hdop: Double?, vdop: Double? = nil) {
        guard let hdop else { return }
        let new = Dilution(horizontal: hdop, vertical: vdop)
        guard new != dilutions.first else { return }
        dilutions = [new] + dilutions.prefix(1)
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
            if let model = model(of: eph, report.epv, fix.errors.solution),
                eph >= Self.leastDilution * model.horizontal
            {
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

    /// gpsd's model that gave these figures; `nil` if the receiver gave them.
    private func model(of eph: Double, _ epv: Double?, _ solution: ErrorEstimates.Solution?) -> Model? {
        let isCorrected = solution == .differential
        guard let hdop else { return Self.models[isCorrected ? 1 : 0] }
        let epv = epv.flatMap { $0 > 0 ? $0 : nil }
        let exact = Self.models.first { model in
            dilutions.contains { Self.isSame(eph, model.horizontal * $0.horizontal) }
                && (Self.isRounded(eph, model.horizontal) || isPossible(epv, model))
        }
        if let exact { return exact }
        let model = Self.models[isCorrected ? 1 : 0]
        let ratio = eph / (model.horizontal * hdop)
        guard let epv else {
            return (0.5...2).contains(ratio) && Self.isRounded(eph, model.horizontal) ? model : nil
        }
        if Self.isRounded(eph, model.horizontal), Self.isRounded(epv, model.vertical),
            !isCorrected || (0.33...3).contains(ratio)
        {
            return model
        }
        let hasVertical = dilutions.contains { dilution in
            dilution.vertical.map { Self.isSame(epv, model.vertical * $0) } ?? false
        }
        return hasVertical && (0.67...1.5).contains(ratio) ? model : nil
    }

    /// Whether this model may have given the vertical figure.
    private func isPossible(_ epv: Double?, _ model: Model) -> Bool {
        let known = dilutions.compactMap(\.vertical)
        guard let epv, !known.isEmpty, !Self.isRounded(epv, model.vertical) else { return true }
        return known.contains { (0.5...2).contains(epv / (model.vertical * $0)) }
    }

    /// gpsd prints three decimals of a metre and two of the dilution.
    private static func isSame(_ figure: Double, _ other: Double) -> Bool { abs(figure - other) < 0.12 }

    /// Whether a figure in metres, printed with three decimals, is a dilution with two decimals times a factor.
    private static func isRounded(_ figure: Double, _ factor: Double) -> Bool {
        let dilution = figure / factor * 100
        return abs(dilution - dilution.rounded()) * factor / 100 < 0.0006
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
