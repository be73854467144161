public import SystemSupport

/// Reads records on a thread of its own while another uses those that were read before: on two processors a long track
/// takes half the time. Order, faults and errors are those of ``TrackRecords``.
public final class TrackReadAhead: Sendable {
    /// Records of one piece of the track, in order.
    public struct Batch: Sendable {
        /// The records.
        public fileprivate(set) var records: [TrackRecord] = []
        /// The piece to which all of them belong.
        public fileprivate(set) var piece = TrackPiece()
        /// Bytes that were read so far, and their total; zeros unless they were requested.
        public fileprivate(set) var progress: (read: Int64, expected: Int64) = (0, 0)
        /// The end of the reading, after the records of this batch; `nil` before the last one, which has no records.
        public fileprivate(set) var end: End?
    }

    /// The end of the reading.
    public struct End: Sendable {
        /// The first of the lines that could not be used, and their number.
        public var faults: [TrackFault] = []
        /// The number of lines that could not be used.
        public var faultCount = 0
        /// The first of the errors that cut a file short, and their number.
        public var errors: [TrackError] = []
        /// The number of files that were cut short.
        public var errorCount = 0

        /// The end of reading nothing.
        public init() {}

        /// What these records could not use until now.
        public init(of records: borrowing TrackRecords) {
            (faults, faultCount) = (records.faults, records.faultCount)
            (errors, errorCount) = (records.errors, records.errorCount)
        }
    }

    /// The number of records in a batch.
    private static let size = 2048
    /// The number of batches that may wait: some megabytes.
    private static let ahead = 4

    private let batches = HandOver<Batch>(capacity: ahead)

    /// Begins to read files. Throws if the system has no thread left.
    /// - Parameter countsBytes: Whether each batch contains the progress, which requires a look at every file.
    public init(
        files: [String], in interval: TrackInterval, countsBytes: Bool = false,
        fileSystem: any FileSystem = SystemFileSystem()
    ) throws(TrackError) {
        let batches = batches
        do throws(SystemCallError) {
            try SystemThread.start(named: "locd-read") {
                let records = TrackRecords(files: files, in: interval, fileSystem: fileSystem)
                Self.read(records, countsBytes: countsBytes, into: batches)
            }
        } catch {
            throw TrackError(error, path: files.first ?? "")
        }
    }

    deinit {
        // A reader that stops early does not wait for the rest.
        batches.end()
    }

    /// The next records; `nil` behind the last batch, which has an end.
    public func next() -> Batch? { batches.take() }

    private static func read(
        _ records: consuming TrackRecords, countsBytes: Bool, into batches: HandOver<Batch>
    ) {
        let expected = countsBytes ? records.expectedBytes : 0
        var batch = Batch()
        do throws(TrackError) {
            while let record = try records.next() {
                if records.piece.number != batch.piece.number || batch.records.count >= size {
                    guard batch.records.isEmpty || batches.give(batch) else { return }
                    batch.records.removeAll(keepingCapacity: false)
                    batch.records.reserveCapacity(size)
                    if countsBytes { batch.progress = (records.readBytes, expected) }
                }
                batch.piece = records.piece
                batch.records.append(record)
            }
        } catch {
            // It is among the errors of the end.
        }
        guard batch.records.isEmpty || batches.give(batch) else { return }
        var last = Batch()
        last.end = End(of: records)
        _ = batches.give(last)
        batches.end()
    }
}

/// A part of a track that one run of one recorder or one import wrote: no line, no distance and no speed leads from one
/// piece to the next.
public struct TrackPiece: Sendable, Hashable {
    /// The number of the piece, from 1; 0 before the first.
    public private(set) var number = 0
    /// Its header; `nil` without one.
    public private(set) var header: TrackHeader?

    /// Creates the value before the first piece.
    public init() {}

    /// Lines with this header follow: another piece, unless the header names the same run.
    public mutating func begin(_ header: TrackHeader?) {
        let continues = number > 0 && header?.run != nil && header == self.header
        if !continues { number += 1 }
        self.header = header
    }

    /// What follows is of another piece, whichever run wrote it: something between is lost.
    mutating func interrupt() { header = nil }

    /// The header to write before a record of this piece, behind records of the piece of another number; `nil` if none
    /// is needed. What is read of an interval has no headers, and without them its pieces would be joined.
    public func header(before record: TrackRecord, behind number: Int) -> TrackHeader? {
        if case .header = record { nil } else { number == self.number ? nil : header }
    }
}
