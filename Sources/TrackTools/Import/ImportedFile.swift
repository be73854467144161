internal import Interchange
public import LocationModel
internal import NMEA
public import SystemSupport
internal import Tracks

/// Reads files of other loggers: GPX 1.0 and 1.1, and NMEA 0183, gzip-compressed or not.
public enum ImportedFile {
    /// Larger than any logger's file; it limits memory use.
    private static let largestFile = 512 << 20

    /// Reads a file; its content decides the format. `date` is the day of an NMEA recording that contains only times.
    /// Throws ``ImportError/Code/noInput`` or ``ImportError/Code/malformed``, with the line if known.
    public static func read(
        _ path: String, date: CivilDate? = nil, fileSystem: any FileSystem = SystemFileSystem()
    ) throws(ImportError) -> ImportedTrack {
        let bytes = try contents(of: path, fileSystem)
        let track: ImportedTrack
        if looksLikeXML(bytes) {
            do throws(GPXError) {
                track = ImportedTrack(try GPXParser.document(bytes, name: path))
            } catch {
                throw ImportError(.malformed, "\(error)")
            }
        } else {
            track = try nmea(bytes, path, date)
        }
        guard track.locationCount > 0 else {
            let reasons = track.rejected.map { "\($0.value) × \($0.key.rawValue)" }.sorted().joined(separator: ", ")
            throw ImportError(
                .malformed, "\(path): nothing to import: no point has both a position and a time (\(reasons))")
        }
        return track
    }

    private static func nmea(_ bytes: [UInt8], _ path: String, _ date: CivilDate?) throws(ImportError) -> ImportedTrack
    {
        if let track = ImportedTrack(nmea: bytes, date: date) { return track }
        guard hasSentence(bytes) else { throw ImportError(.malformed, "\(path):1: is neither GPX nor NMEA 0183") }
        var decoder = NMEADecoder(checksums: .learned)
        var hasEpoch = false
        bytes.withUnsafeBytes { decoder.decode($0) { if case .epoch = $0 { hasEpoch = true } } }
        decoder.finish { if case .epoch = $0 { hasEpoch = true } }
        throw ImportError(
            .malformed,
            hasEpoch
                ? "\(path): no sentence contains a date; give the day with --date"
                : "\(path): data, but no position: \(decoder.scanner.statistics.withoutPosition)")
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

    private static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        // UTF-16 begins with a byte order mark, UTF-8 may.
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        return text.first { $0 != 32 && !(9...13).contains($0) } == UInt8(ascii: "<")
    }

    private static func contents(of path: String, _ fileSystem: any FileSystem) throws(ImportError) -> [UInt8] {
        do throws(TrackError) {
            let bytes = try InflatedFile.contents(of: path, limit: largestFile, fileSystem: fileSystem)
            if let bytes { return bytes }
        } catch {
            let isDamaged = error.code == .damaged || error.code == .unsupported
            throw ImportError(isDamaged ? .malformed : .noInput, error.explanation)
        }
        throw ImportError(.malformed, "\(path) is larger than \(largestFile >> 20) MiB; split it")
    }
}
