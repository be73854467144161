internal import Interchange
internal import LocationModel
internal import LocationServices
internal import NMEA

extension ImportedTrack {
    /// Seconds without a fix that may be a gap; the recorder's default.
    private static let staleAfter = Duration.seconds(5)

    /// The fixes of a recording of NMEA 0183, through the same gate as a live receiver's; `nil` if there is no epoch.
    ///
    /// `date` is a day on which it was recorded, for a recording with times of day only. Without it, fixes before the
    /// recording's own first date get that date. Fixes outside `times` are counted as `noTime`.
    init?(nmea bytes: [UInt8], date: CivilDate?, times: ClosedRange<Timestamp> = .earliest ... .latest) {
        guard let first = Self.firstMoment(bytes, date: date) else { return nil }
        self.init()
        var policy = EpochPolicy()
        policy.presumedMoment = first
        var gate = FixGate()
        var gaps = GapDetector(staleAfter: Self.staleAfter)
        let refused = Self.decode(bytes, policy) { epoch in
            let fix = Fix(epoch)
            if let time = fix.timestamp, !times.contains(time) { return reject(.noTime) }
            switch gate.judge(fix) {
            case .accepted(let location, let timeReset):
                if timeReset != nil { gaps.timeReset() }
                append(location, gap: gaps.accepted(location.timestamp, at: nil), timeReset: timeReset)
            case .rejected(let reason):
                gaps.rejected(reason)
                reject(reason)
            }
        }
        if !refused.isEmpty { notes.append("sentences: \(refused)") }
    }

    /// Milliseconds since 1970 of the first epoch with a date, or noon of the given day.
    private static func firstMoment(_ bytes: [UInt8], date: CivilDate?) -> Int64? {
        var own: Int64?
        var epochs = 0
        decode(bytes, EpochPolicy()) { epoch in
            epochs += 1
            own = own ?? epoch.time
        }
        guard epochs > 0 else { return nil }
        // The gate refuses an epoch without any date, whatever is assumed here.
        return own ?? date.map { $0.midnight.milliseconds + 43_200_000 }
    }

    /// What was refused, by reason.
    @discardableResult
    private static func decode(_ bytes: [UInt8], _ policy: EpochPolicy, _ take: (Epoch) -> Void) -> String {
        var decoder = NMEADecoder(policy: policy)
        func report(_ report: Report) {
            if case .epoch(let epoch) = report { take(epoch) }
        }
        bytes.withUnsafeBytes { decoder.decode($0, report) }
        decoder.finish(report)
        return decoder.statistics.refused
    }
}
