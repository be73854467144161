internal import LocationModel

extension OpenTrackFile {
    /// Some twenty lines: enough if a file ends with complete ones.
    private static let shortWindow = 4 << 10

    /// The end of a plain file: the latest time among its last lines, including the time before a step back. `nil` if
    /// none of the last 4 MiB contains a time.
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
