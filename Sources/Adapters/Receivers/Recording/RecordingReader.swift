import Glibc
import Interchange
public import LocationModel
public import LocationServices

/// Reads a recording as fast as possible: NMEA, a capture of gpsd, or a track, each optionally gzip-compressed.
///
/// It uses no clock: the same file gives the same events. All its fixes are simulated. Dates are not changed: 1024-week
/// rollovers are not corrected. Times of day before the first date belong to the day nearest to it.
public struct RecordingReader: ~Copyable {
    /// The format of the recording.
    public let kind: RecordingKind
    /// Whether the days of the first fixes come from the given date.
    public let presumesDate: Bool

    private var file: RecordingFile
    private var decoder: any RecordingDecoder
    private var isAtEnd = false
    private var failure: RecordingError?

    /// Bytes within which the kind must be detected: gpsd may report much AIS before the first position.
    private static let head = 256 * 1024

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: A regular file.
    ///   - kind: Its format; `nil` detects it from the contents, never from the name.
    ///   - date: The day (UTC) of times of day before the first date in the file.
    /// - Throws: ``RecordingError`` if it cannot be read, its kind is unknown, or its fixes have no date.
    public init(path: String, kind: RecordingKind? = nil, date: CivilDate? = nil) throws(RecordingError) {
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
            decoder = SentenceRecording(presuming: moment)
        case .gpsd:
            guard let parser = GPSDLineParser() else { throw RecordingError(system: ENOMEM, path: path) }
            decoder = CaptureRecording(parser)
        case .track:
            decoder = TrackRecording()
        }
        file.rewind()
        self.init(detected, presumesDate: presumesDate, file, decoder)
    }

    // Delegated to, so that nothing throws in it: see ``RecordingFile``.
    private init(
        _ kind: RecordingKind, presumesDate: Bool, _ file: consuming RecordingFile, _ decoder: any RecordingDecoder
    ) {
        self.kind = kind
        self.presumesDate = presumesDate
        self.decoder = decoder
        self.file = file
    }

    /// The events of the next part of the recording, never empty; `nil` at the end.
    ///
    /// When it throws, all readable events have been returned, and the next call returns `nil`.
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

    /// What was read and gave no position, by reason if there was no fix; `nil` if that is not counted.
    public var withoutPosition: String? { decoder.withoutPosition }
    /// What was refused so far, by reason; empty if nothing was.
    public var refused: String { decoder.refused }

    private static func detect(_ file: inout RecordingFile, _ path: String) throws(RecordingError) -> RecordingKind {
        var bytes: [UInt8] = []
        while bytes.count < head {
            let part = try whole(&file)
            if part.isEmpty { break }
            bytes.append(contentsOf: part)
        }
        file.rewind()
        guard let kind = bytes.withUnsafeBytes({ RecordingKind(detecting: $0) }) else {
            if bytes.isEmpty { throw RecordingError(.unknownKind, "\(path) is empty: record what the receiver sends") }
            if GPXParser.looksLikeXML(bytes) {
                throw RecordingError(.unknownKind, "\(path) is XML: import GPX with locd track import")
            }
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

    /// The next bytes; empty where the damaged part begins, too: its error is thrown when it is reached.
    private static func whole(_ file: inout RecordingFile) throws(RecordingError) -> UnsafeRawBufferPointer {
        do throws(RecordingError) {
            return try file.next()
        } catch {
            guard error.code == .damaged else { throw error }
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }
}

/// Bytes of a recording in, events out: the same for the same bytes, however they are cut.
protocol RecordingDecoder {
    /// Takes the next bytes and appends what they say.
    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent])

    /// The recording ended: appends what waited for more.
    mutating func finish(into events: inout [ReceiverEvent])

    /// What was read and gave no position, by reason; `nil` if that is not counted.
    var withoutPosition: String? { get }

    /// What was refused, whether or not there were positions, by reason; empty if nothing was.
    var refused: String { get }
}

extension RecordingDecoder {
    var withoutPosition: String? { nil }
    var refused: String { "" }
}
