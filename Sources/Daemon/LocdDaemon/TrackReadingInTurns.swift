import Tracks

extension TrackArchive {
    /// Records that are read before others that wait for the reading thread have their turn.
    private static let recordsAtOnce = 2000

    /// Reads the records in an interval, until the task is cancelled.
    ///
    /// Of a directory or a file that cannot be read the recorder says what is wrong; the other files count all the
    /// same.
    func readInTurns(_ interval: TrackInterval, _ receive: (TrackRecord) -> Void) async {
        var count = 0
        for name in (try? files(in: interval)) ?? [] {
            var records = TrackRecords(files: [path(of: name)], in: interval)
            while !Task.isCancelled, let record = try? records.next() {
                receive(record)
                count += 1
                if count.isMultiple(of: Self.recordsAtOnce) { await Task.yield() }
            }
        }
    }
}
