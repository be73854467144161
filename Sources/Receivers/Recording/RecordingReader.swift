import Glibc
public import LocationModel
public import LocationServices

/// Reads a recording as fast as it can be read: NMEA, a capture of gpsd, or a track, each also packed with gzip.
///
/// It involves no clock: the same file gives the same events. Every fix of it is simulated. Dates stay as they are: no
/// rounds of 1024 weeks are added or taken. Times of day in front of the first date lie on the day that is nearest to it.
public struct RecordingReader: ~Copyable {
    /// What the recording is made of.
    public let kind: RecordingKind
    /// True where the days of the first fixes come from the date that was given.
    public let presumesDate: Bool

    private var file: RecordingFile
    private var decoder: any RecordingDecoder
    private var isAtEnd = false
    private var failure: RecordingError?

    /// Bytes in which the kind must show: gpsd may have talked long of AIS before it said where we are.
    private static let head = 256 * 1024

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - kind: What it is made of; `nil` finds out by its contents, never by its name.
    ///   - date: The day, UTC, of times of day in front of any date in the file.
    ///   - readsSatellites: Whether sky views are wanted; of NMEA they are a third of the work.
    /// - Throws: ``RecordingError`` where it cannot be read, is of no known kind, or has fixes without any date.
    public init(
        path: String, kind: RecordingKind? = nil, date: CivilDate? = nil, readsSatellites: Bool = true
    ) throws(RecordingError) {
        var file = try RecordingFile(path: path)
        let detected: RecordingKind
        if let kind { detected = kind } else { detected = try Self.detect(&file, path) }
        var presumesDate = false
        let decoder: any RecordingDecoder
        switch detected {
        case .nmea:
            let finding = try Self.firstDate(&file)
            var moment: Int64?
            switch finding {
            case .nothing, .isThere: break
            case .isMissing, .comesLater:
                if let date {
                    moment = SentenceRecording.moment(of: date)
                    presumesDate = true
                } else if case .comesLater(let time) = finding {
                    moment = time
                } else {
                    throw RecordingError(
                        .noDate,
                        "\(path) contains times of day but no date: give the day (UTC), for a replay with --date "
                            + "YYYY-MM-DD, in receiver.source with ?date=YYYY-MM-DD after the file")
                }
            }
            decoder = SentenceRecording(presuming: moment, readsSatellites: readsSatellites)
        case .gpsd:
            guard let parser = GPSDLineParser() else { throw RecordingError(system: ENOMEM, path: path) }
            decoder = CaptureRecording(parser)
        case .track:
            decoder = TrackRecording()
        }
        file.rewind()
        self.kind = detected
        self.presumesDate = presumesDate
        self.decoder = decoder
        self.file = file
    }

    /// What the next part of the recording says, never nothing; `nil` at the end.
    ///
    /// Where it throws, all that could be read has been given, and the next call gives the end.
    public mutating func next() throws(RecordingError) -> [ReceiverEvent]? {
        var events: [ReceiverEvent] = []
        while !isAtEnd, events.isEmpty {
            do throws(RecordingError) {
                let bytes = try file.next()
                guard bytes.isEmpty else {
                    decoder.decode(bytes, into: &events)
                    continue
                }
            } catch {
                failure = error
            }
            isAtEnd = true
            decoder.finish(into: &events)
        }
        if !events.isEmpty { return events }
        guard let failure else { return nil }
        self.failure = nil
        throw failure
    }

    private static func detect(_ file: inout RecordingFile, _ path: String) throws(RecordingError) -> RecordingKind {
        var bytes: [UInt8] = []
        while bytes.count < head {
            let part = try whole(&file)
            if part.isEmpty { break }
            bytes.append(contentsOf: part)
        }
        file.rewind()
        guard let kind = bytes.withUnsafeBytes({ RecordingKind(detecting: $0) }) else {
            throw RecordingError(
                .unknownKind,
                "\(path) has no NMEA sentences, JSON of gpsd or track of locd: have gpsd read what the receiver "
                    + "sent in its own binary form, and record gpspipe -w")
        }
        return kind
    }

    private static func firstDate(_ file: inout RecordingFile) throws(RecordingError) -> FirstDate.Finding {
        var search = FirstDate()
        while search.isOpen {
            let bytes = try whole(&file)
            search.look(bytes)
            if bytes.isEmpty { break }
        }
        return search.finding
    }

    /// The next bytes; none too where the damaged part begins: that is said when it is reached.
    private static func whole(_ file: inout RecordingFile) throws(RecordingError) -> UnsafeRawBufferPointer {
        do throws(RecordingError) {
            return try file.next()
        } catch {
            guard error.code == .damaged else { throw error }
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }
}
