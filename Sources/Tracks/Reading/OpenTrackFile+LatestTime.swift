internal import LocationModel

extension OpenTrackFile {
    /// Some twenty lines: enough wherever a file ends with whole ones.
    private static let shortWindow = 4 << 10

    /// How far a plain file goes: the latest time among its last lines, the time before a step back counted. `nil` where none
    /// of the last 4 MiB tells a time.
    func latestTime() throws(TrackError) -> Timestamp? {
        for window in [Self.shortWindow] + TrackFileEnd.windows {
            let end = try TrackFileEnd(of: self, window: window)
            var latest: Timestamp?
            end.forEachLineBackwards { line in
                if case .record(let record) = line.content {
                    latest = [latest, record.timestamp, record.timeBefore].compactMap { $0 }.max()
                }
                return true
            }
            if latest != nil || end.isWhole { return latest }
        }
        return nil
    }
}

extension TrackRecord {
    /// The last time before a step back.
    fileprivate var timeBefore: Timestamp? {
        if case .event(.timeReset(let reset)) = self { reset.previous } else { nil }
    }
}
