public import LocationModel
public import SystemSupport

extension Gap {
    /// What of it lies in a stretch of time; `nil` where nothing does.
    public func clipped(to interval: TrackInterval) -> Gap? {
        var gap = self
        if let from = interval.from { gap.from = max(gap.from, from) }
        if let to = interval.to { gap.to = min(gap.to, to) }
        return gap.from < gap.to || self.from == self.to ? gap : nil
    }
}

extension TrackRecords {
    /// The gap that lies across a moment, which a reader up to that moment does not meet: it is written when it ends.
    /// `files`: those that may hold records from that moment on, in their order.
    public static func gap(
        across moment: Timestamp, files: [String], fileSystem: any FileSystem = SystemFileSystem()
    ) throws(TrackError) -> Gap? {
        var records = TrackRecords(files: files, in: TrackInterval(from: moment), fileSystem: fileSystem)
        while let record = try records.next() {
            switch record {
            case .event(.gap(let gap)): return gap.from < moment ? gap : nil
            // What is written beside the gap, before it.
            case .header, .event(.timeReset), .event(.resume), .event(.visit), .event(.region): continue
            default: return nil
            }
        }
        return nil
    }
}
