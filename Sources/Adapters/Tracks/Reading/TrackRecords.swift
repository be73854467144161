internal import LocationModel
public import SystemSupport

/// Reads the records of one or more files in constant memory: plain or compressed, all records or those of an interval,
/// found by seeking.
public struct TrackRecords: ~Copyable {
    /// The maximum number of faults, and of errors, that are kept; further ones are only counted.
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
    /// The header of the open part, for its first record when reading starts in the middle of a file.
    private var partHeader: TrackHeader?
    private var beginsPiece = false
    private var hasThrown = false

    /// The piece of the track that contains the record returned last.
    public private(set) var piece = TrackPiece()
    private var doneBytes: Int64 = 0
    private var partBytes: Int64 = 0
    private var partStart: Int64 = 0

    /// The first twenty lines that could not be used. An incomplete last line of a file does not count.
    public private(set) var faults: [TrackFault] = []
    /// The number of lines that could not be used.
    public private(set) var faultCount = 0
    /// The first twenty errors that cut a file short.
    public private(set) var errors: [TrackError] = []
    /// The number of files that such an error cut short.
    public private(set) var errorCount = 0
    /// The number of incomplete last lines of files: still being written, or cut by a crash.
    public private(set) var tornCount = 0
    /// Bytes of the wanted parts of all files opened so far, plain or compressed as stored on disk.
    public private(set) var openedBytes: Int64 = 0
    /// Bytes read so far, of ``expectedBytes``.
    public var readBytes: Int64 {
        mutating get { doneBytes + (reader?.diskOffset ?? partStart) - partStart }
    }
    /// Total bytes to read. Files that are not open yet count in full, so the total may shrink.
    public var expectedBytes: Int64 {
        // A file that has disappeared is reported when it is opened.
        openedBytes + paths.reduce(0) { $0 + ((try? fileSystem.status(at: $1))?.size ?? 0) }
    }

    /// Creates a reader for the records of these files, in order, that are in an interval.
    public init(
        files: [String], in interval: TrackInterval = .all, fileSystem: any FileSystem = SystemFileSystem()
    ) {
        paths = files[...]
        self.interval = interval
        self.fileSystem = fileSystem
    }

    /// Returns the next record; `nil` after the last file. A file that cannot be read to its end costs only its rest:
    /// after the records of all files the first such error is thrown, once. It is a system error,
    /// ``TrackError/Code/damaged`` for a damaged or truncated compressed file, or ``TrackError/Code/unsupported`` for a
    /// schema of a later version.
    public mutating func next() throws(TrackError) -> TrackRecord? {
        while true {
            do throws(TrackError) {
                if let record = try nextReadable() { return record }
            } catch {
                errorCount += 1
                if errors.count < Self.maximumFaults { errors.append(error) }
                reader = nil
                parts = []
                piece.interrupt()
                continue
            }
            guard let first = errors.first, !hasThrown else { return nil }
            hasThrown = true
            throw first
        }
    }

    private mutating func nextReadable() throws(TrackError) -> TrackRecord? {
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

    /// Reads the next line of the open part. If that is damaged, the error contains the last line before the damage.
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
        } else if beginsPiece {
            piece.begin(partHeader)
        }
        beginsPiece = false
    }

    private mutating func note(_ fault: TrackLineFault, _ reading: TrackReader.Reading) {
        faultCount += 1
        guard faults.count < Self.maximumFaults else { return }
        faults.append(
            TrackFault(
                path: path, line: readsFromStart ? reading.number : nil, offset: reading.offset, fault: fault))
    }

    /// Advances to the next part or file; returns `false` at the end.
    private mutating func advance() throws(TrackError) -> Bool {
        doneBytes += partBytes
        partBytes = 0
        partStart = 0
        reader = nil
        while parts.isEmpty {
            guard let next = paths.popFirst() else { return false }
            let file = try open(next)
            beginsPiece = true
            parts = try file.parts(in: interval).reversed()
            openedBytes += parts.reduce(0) { $0 + $1.bytes }
        }
        guard let part = parts.popLast() else { return false }
        readsFromStart = part.start == 0
        // Lines in the middle of a file belong to the latest header before them.
        let header = readsFromStart ? nil : try supportedHeader(of: part)
        if !readsFromStart, header != piece.header { beginsPiece = true }
        partHeader = header
        lastLine = 0
        partBytes = part.bytes
        partStart = part.start
        reader = TrackReader(try part.open())
        return true
    }

    /// Opens a file: the compressed one if it was compressed since its name was read.
    private mutating func open(_ name: String) throws(TrackError) -> TrackPart.Source {
        path = name
        do throws(TrackError) {
            return try TrackPart.Source(path: path, fileSystem: fileSystem)
        } catch {
            path += ".gz"
            guard error.code == .missing, (try? fileSystem.status(at: path)) != nil else { throw error }
            return try TrackPart.Source(path: path, fileSystem: fileSystem)
        }
    }

    /// Reads the header, which defines what the lines mean; reading from the middle of a file would skip it.
    private func supportedHeader(of part: TrackPart) throws(TrackError) -> TrackHeader? {
        let header = try part.header()
        if let header, !header.isSupported { throw TrackError(.unsupported, path: path) }
        return header
    }
}

/// A line of a track file that could not be used, and its position.
public struct TrackFault: Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The line's number, from 1; `nil` if reading did not begin at the file's beginning.
    public var line: Int?
    /// The offset of the line, in bytes from the start of the file, after decompression.
    public var offset: Int64
    /// The problem.
    public var fault: TrackLineFault

    /// `FILE:LINE: ` or `FILE, byte N: `, and the problem.
    public var description: String {
        (line.map { "\(path):\($0): " } ?? "\(path), byte \(offset): ") + fault.description
    }
}
