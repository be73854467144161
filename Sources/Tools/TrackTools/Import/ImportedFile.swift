internal import Interchange
public import LocationModel
internal import NMEA
internal import Phrasing
internal import SystemSupport
internal import Tracks

/// Reads files of other loggers: GPX 1.0 and 1.1, and NMEA 0183, gzip-compressed or not.
public enum ImportedFile {
    /// Larger than any logger's file; it limits memory use.
    private static let largestFile = 512 << 20

    /// The first day of GPS: nothing was recorded before.
    private static let firstDay = Timestamp(seconds: 315_964_800) ?? .earliest

    /// Reads a file; its content decides the format. `date` is the day of an NMEA recording that contains only times.
    /// Points later than `latest`, from before GPS existed, and leaps of the position are left out. Throws
    /// ``ImportError/Code/noInput`` or ``ImportError/Code/malformed``, with the line if known.
    public static func read(
        _ path: String, date: CivilDate? = nil, latest: Timestamp = .latest
    ) throws(ImportError) -> ImportedTrack {
        let (bytes, damage) = try contents(of: path)
        let times = firstDay...max(latest, firstDay)
        var track: ImportedTrack
        do throws(ImportError) {
            track =
                GPXParser.looksLikeXML(bytes)
                ? try gpx(bytes, path, times)
                : try nmea(XMLText.utf8(bytes), path, date, times)
            guard track.locationCount > 0 else {
                throw ImportError(
                    .malformed,
                    (["\(path): nothing to import: no point has both a position and a time (\(track.reasons))"]
                        + track.notes)
                        .joined(separator: "\n  "))
            }
        } catch {
            throw damage.map { ImportError(error.code, "\(error)\n  \($0.explanation)") } ?? error
        }
        if let damage { track.notes.append("\(damage.explanation) The data before it was read") }
        track.filterLeaps()
        return track
    }

    private static func gpx(
        _ bytes: [UInt8], _ path: String, _ times: ClosedRange<Timestamp>
    ) throws(ImportError) -> ImportedTrack {
        let document: GPXDocument
        do throws(GPXError) {
            document = try GPXParser.document(bytes, name: path, times: times)
        } catch {
            throw ImportError(.malformed, "\(error)")
        }
        guard document.kind == .track else {
            let points = Words.counted(document.pointCount, document.kind == .route ? "route point" : "waypoint")
            throw ImportError(
                .malformed,
                "\(path): nothing to import: \(points), but no track; plans and places are not "
                    + "recordings. Export the track from the other program")
        }
        return ImportedTrack(document)
    }

    private static func nmea(
        _ bytes: [UInt8], _ path: String, _ date: CivilDate?, _ times: ClosedRange<Timestamp>
    ) throws(ImportError) -> ImportedTrack {
        if let track = ImportedTrack(nmea: bytes, date: date, times: times) { return track }
        guard hasSentence(bytes) else {
            throw ImportError(.malformed, path + kind(of: bytes))
        }
        var decoder = NMEADecoder(checksums: .learned)
        var hasEpoch = false
        bytes.withUnsafeBytes { decoder.decode($0) { if case .epoch = $0 { hasEpoch = true } } }
        decoder.finish { if case .epoch = $0 { hasEpoch = true } }
        throw ImportError(
            .malformed,
            hasEpoch
                ? "\(path): no sentence contains a date; give the day with --date"
                : "\(path): data, but no position: \(decoder.statistics.withoutPosition)")
    }

    /// What a file is that contains no track, and what to do.
    private static func kind(of bytes: [UInt8]) -> String {
        if bytes.isEmpty { return " is empty; copy it again" }
        if bytes.starts(with: "PK\u{3}\u{4}".utf8) { return " is a ZIP archive; unpack it first" }
        if bytes.starts(with: #"{"type":"header","#.utf8) {
            return " is a track of locd: name it to the other verbs as it is, or import what locd track export "
                + "--format gpx makes of it"
        }
        return ":1: is neither GPX nor NMEA 0183; convert it to GPX, for example with gpsbabel"
    }

    /// Whether anything looks like the beginning of a sentence: `$`, five capitals or digits, a comma.
    private static func hasSentence(_ bytes: [UInt8]) -> Bool {
        var length = -1
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "$"): length = 0
            case UInt8(ascii: ",") where length == 5: return true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if length >= 0 { length += 1 }
            default: length = -1
            }
        }
        return false
    }

    private static func contents(of path: String) throws(ImportError) -> (bytes: [UInt8], damage: TrackError?) {
        do throws(TrackError) {
            let contents = try InflatedFile.contents(of: path, limit: largestFile, fileSystem: SystemFileSystem())
            if let contents { return contents }
        } catch {
            let isDamaged = error.code == .damaged || error.code == .unsupported
            throw ImportError(isDamaged ? .malformed : .noInput, error.explanation)
        }
        throw ImportError(
            .malformed,
            "\(path) has more than \(largestFile >> 20) MiB, or 100 times the bytes of its gzip file; split it")
    }
}

/// The reason why a file was not imported: a code for programs, and a message with the remedy.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable, Hashable {
        /// The file does not exist or cannot be read.
        case noInput
        /// The file is neither GPX nor NMEA, is damaged, or contains no times.
        case malformed
        /// The track already has locations of the same time.
        case overlaps
        /// The directory is not writable.
        case cannotWrite
    }

    /// The kind of error.
    public let code: Code
    /// What went wrong, and what to do about it.
    public let message: String

    /// Creates an error from a code and a message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
