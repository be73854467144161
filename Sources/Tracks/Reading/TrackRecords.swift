internal import LocationModel
public import SystemSupport

/// The records of one file or many, one after the other, in constant memory: plain or compressed, all of them or those of
/// a stretch of time, found by seeking.
public struct TrackRecords: ~Copyable {
    /// So many faults are kept; the others are counted.
    private static let maximumFaults = 20

    private let interval: TrackInterval
    private let fileSystem: any FileSystem
    private var paths: ArraySlice<String>
    private var path = ""
    /// The parts of the open file that are still to be read, the next one last.
    private var parts: [TrackPart] = []
    private var reader: TrackReader?
    private var readsFromStart = false
    private var lastLine = 0
    /// What the first line of the open file says of the others, until one of its lines was given.
    private var fileHeader: TrackHeader?
    private var isAtFileStart = false

    /// The piece of the track to which the record belongs that was given last.
    public private(set) var piece = TrackPiece()
    private var doneBytes: Int64 = 0
    private var partBytes: Int64 = 0
    private var partStart: Int64 = 0

    /// The lines that could not be used, the first twenty of them. A line at the end of a file that has no end yet is none.
    public private(set) var faults: [TrackFault] = []
    /// How many lines could not be used.
    public private(set) var faultCount = 0
    /// Lines without their end, at the end of a file: being written, or cut by a crash.
    public private(set) var tornCount = 0
    /// Bytes of the wanted parts of all files that were opened so far; plain or compressed as they lie on the disk.
    public private(set) var openedBytes: Int64 = 0
    /// Bytes that were read, of ``expectedBytes``.
    public var readBytes: Int64 {
        mutating get { doneBytes + (reader?.diskOffset ?? partStart) - partStart }
    }
    /// Bytes to read in all: of files that are not open yet the whole of them, so it may become less.
    public var expectedBytes: Int64 {
        // A file that is gone meanwhile is met when it is opened.
        openedBytes + paths.reduce(0) { $0 + ((try? fileSystem.status(at: $1))?.size ?? 0) }
    }

    /// The records of these files, in their order, that lie in a stretch of time.
    public init(
        files: [String], in interval: TrackInterval = .all, fileSystem: any FileSystem = SystemFileSystem()
    ) {
        paths = files[...]
        self.interval = interval
        self.fileSystem = fileSystem
    }

    /// The next record; `nil` at the end of the last file. Throws what the system says, ``TrackError/Code/damaged`` for a
    /// compressed file that is not whole, ``TrackError/Code/unsupported`` for a schema of a later version.
    public mutating func next() throws(TrackError) -> TrackRecord? {
        while true {
            guard let reading = try read() else {
                guard try advance() else { return nil }
                continue
            }
            switch reading.content {
            case .record(let record):
                if case .header(let header) = record, !header.isSupported {
                    throw TrackError(.unsupported, path: path)
                }
                note(record)
                if record.timestamp.map(interval.contains) ?? (interval == .all) { return record }
            case .malformed(let fault) where fault.code == .torn: tornCount += 1
            case .malformed(let fault): note(fault, reading)
            case .unknown, .blank: break
            }
        }
    }

    /// The next line of the open part. Where that is damaged, says behind which line.
    private mutating func read() throws(TrackError) -> TrackReader.Reading? {
        do throws(TrackError) {
            let reading = try reader?.next()
            if let reading { lastLine = reading.number }
            return reading
        } catch {
            var located = error
            if error.code == .damaged, readsFromStart { located.line = lastLine }
            throw located
        }
    }

    private mutating func note(_ record: TrackRecord) {
        if case .header(let header) = record {
            piece.begin(header)
        } else if isAtFileStart {
            piece.begin(fileHeader)
        }
        isAtFileStart = false
    }

    private mutating func note(_ fault: TrackLineFault, _ reading: TrackReader.Reading) {
        faultCount += 1
        guard faults.count < Self.maximumFaults else { return }
        faults.append(
            TrackFault(
                path: path, line: readsFromStart ? reading.number : nil, offset: reading.offset, fault: fault))
    }

    /// Goes on with the next part or file; false where there is none.
    private mutating func advance() throws(TrackError) -> Bool {
        doneBytes += partBytes
        partBytes = 0
        partStart = 0
        reader = nil
        while parts.isEmpty {
            guard let next = paths.popFirst() else { return false }
            path = next
            let file = try TrackPart.Source(path: next, fileSystem: fileSystem)
            isAtFileStart = true
            fileHeader = interval == .all ? nil : try supportedHeader(of: file)
            parts = try file.parts(in: interval).reversed()
            openedBytes += parts.reduce(0) { $0 + $1.bytes }
        }
        guard let part = parts.popLast() else { return false }
        readsFromStart = part.start == 0
        lastLine = 0
        partBytes = part.bytes
        partStart = part.start
        reader = TrackReader(try part.open())
        return true
    }

    /// Reading in the middle of a file passes its header by, which says what its lines mean.
    private func supportedHeader(of file: TrackPart.Source) throws(TrackError) -> TrackHeader? {
        let header = try file.header()
        if let header, !header.isSupported { throw TrackError(.unsupported, path: path) }
        return header
    }
}
