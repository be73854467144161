/// The formats of an export.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// GPX 1.1, with speed and course in Garmin's TrackPointExtension v2.
    case gpx
    /// KML 2.2 with `gx:Track`.
    case kml
    /// GeoJSON (RFC 7946): a LineString for each uninterrupted run.
    case geojson
    /// GeoJSON text sequence (RFC 8142): a Point for each location.
    case geojsonseq
    /// Comma-separated values (RFC 4180), with a line of names.
    case csv
    /// NMEA 0183: RMC, GGA and GST.
    case nmea

    /// The format for a file name, by its extension; `nil` for another extension.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "gpx": self = .gpx
        case "kml": self = .kml
        case "geojson", "json": self = .geojson
        case "geojsonseq", "geojsonl", "geojsons": self = .geojsonseq
        case "csv": self = .csv
        case "nmea", "nma": self = .nmea
        default: return nil
        }
    }
}
