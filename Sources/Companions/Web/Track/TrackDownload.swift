internal import SystemSupport
package import TrackTools
package import Tracks

/// An export of the track, written to an unnamed temporary file and read back in pieces, in memory that does not grow
/// with it.
package final class TrackDownload: Sendable {
    /// The formats, by the ending of the address.
    package static let types: [(ending: String, format: ExportFormat, type: String)] = [
        (".gpx", .gpx, "application/gpx+xml"), (".geojson", .geojson, "application/geo+json"),
        (".kml", .kml, "application/vnd.google-earth.kml+xml"),
    ]

    private static let piece = 64 << 10

    private let file: TemporaryFile

    package init(
        _ format: ExportFormat, of interval: TrackInterval, title: String, creator: String, from source: TrackSource
    ) throws(TrackSource.Failure) {
        do throws(SystemCallError) {
            file = try TemporaryFile()
        } catch {
            throw TrackSource.Failure(description: "there is no room for the file")
        }
        var options = ExportOptions()
        options.title = title
        options.creator = creator
        options.hasMarks = true
        var exporter = TrackExporter(
            format, options: options, to: ExportDestination(descriptor: file.descriptor, name: "export"))
        var failure: TrackError?
        func attempt(_ body: () throws(TrackError) -> Void) {
            guard failure == nil else { return }
            do throws(TrackError) { try body() } catch { failure = error }
        }
        _ = try source.read(interval) { step in
            attempt { () throws(TrackError) in try exporter.add(step) }
        }
        attempt { () throws(TrackError) in try exporter.finish() }
        guard failure == nil else { throw TrackSource.Failure(description: "the file cannot be written") }
    }

    /// Writes the whole file. Throws if it cannot be read, so that a truncated file does not look complete.
    package func write(to writer: WebReply.Writer) async throws {
        var offset: Int64 = 0
        while true {
            let part = try file.bytes(at: offset, count: Self.piece)
            guard !part.isEmpty else { return }
            offset += Int64(part.count)
            try await writer(part)
        }
    }
}
