extension EpochAssembler {
    var gst: GST? {
        if let gst = draft.gst { return gst }
        guard let earlyGST, let time = draft.time, isSame(time, earlyGST.time) else { return nil }
        return earlyGST
    }

    /// GST's deviations, u-blox' own figure, Garmin's, or the dilution times the range error, in this order.
    func horizontalAccuracy(hdop: Double?) -> Double? {
        if let gst {
            if let first = gst.semiMajor, let second = gst.semiMinor { return ErrorRadius.of(first, second) }
            if let first = gst.latitude, let second = gst.longitude { return ErrorRadius.of(first, second) }
        }
        if let accuracy = draft.pubx?.horizontalAccuracy { return accuracy }
        if let estimate = draft.pgrme?.horizontal { return estimate * ErrorRadius.perCircularErrorProbable }
        return rangeError.flatMap { error in hdop.map { $0 * error } }
    }

    func verticalAccuracy(vdop: Double?) -> Double? {
        if let deviation = gst?.altitude { return deviation }
        if let accuracy = draft.pubx?.verticalAccuracy { return accuracy }
        if let estimate = draft.pgrme?.vertical { return estimate * ErrorRadius.perLinearErrorProbable }
        return rangeError.flatMap { error in vdop.map { $0 * error } }
    }

    /// `nil` where the position does not come from ranges: a dilution then says nothing.
    private var rangeError: Double? {
        guard let status = draft.status else { return policy.rangeError }
        switch status {
        case .invalid, .estimated, .manual: return nil
        case .autonomous, .simulated: return policy.rangeError
        case .differential, .precise, .realTimeKinematic, .floatRealTimeKinematic: return policy.correctedRangeError
        }
    }
}
