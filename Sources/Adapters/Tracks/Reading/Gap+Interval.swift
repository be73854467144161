public import LocationModel

extension Gap {
    /// The part of the gap inside an interval; `nil` if they do not overlap.
    public func clipped(to interval: TrackInterval) -> Gap? {
        var gap = self
        if let from = interval.from { gap.from = max(gap.from, from) }
        if let to = interval.to { gap.to = min(gap.to, to) }
        return gap.from < gap.to || self.from == self.to ? gap : nil
    }
}

extension TrackRecords {
    /// The gap that spans a moment. A reader up to that moment does not find it, because a gap is written when it ends.
    /// `files` are those that may contain records from that moment on, in order.
    public static func gap(across moment: Timestamp, files: [String]) throws(TrackError) -> Gap? {
        var records = TrackRecords(files: files, in: TrackInterval(from: moment))
        while let record = try records.next() {
            switch record {
            case .event(.gap(let gap)): return gap.from < moment ? gap : nil
            // Records that are written with the gap, before it.
            case .header, .event(.timeReset), .event(.resume), .event(.visit), .event(.region), .event(.timeZone),
                .event(.steps), .event(.integrity):
                continue
            default: return nil
            }
        }
        return nil
    }
}
