internal import LocationModel

/// The map tiles over the base map: where the page gets them, or why it does not.
enum TileOverlay: Sendable {
    /// A server that the browser asks.
    case server(TileServer)
    /// A file that is served from here.
    case file(TileFile)
    /// A file that cannot be used.
    case unusable(TileFile.Problem)

    /// Opens what the configuration names.
    init(_ source: TileSource) {
        switch source {
        case .server(let server): self = .server(server)
        case .file(let path):
            do throws(TileFile.Problem) {
                self = .file(try TileFile(path: path))
            } catch {
                self = .unusable(error)
            }
        }
    }

    /// The other server that a browser may ask.
    var server: TileServer? {
        if case .server(let server) = self { server } else { nil }
    }

    /// Why nothing is shown.
    var problem: TileFile.Problem? {
        if case .unusable(let problem) = self { problem } else { nil }
    }

    /// The reply to `GET /tiles/ZOOM/COLUMN/ROW`. Reads the file.
    func reply(zoom: Int, column: Int, row: Int) -> WebReply {
        guard case .file(let file) = self else { return .problem(404, "there is no file of tiles") }
        // A square without a tile is no error: a browser would note each one in its log.
        let headers = ["Cache-Control": "private, max-age=86400"]
        do throws(TileFile.Problem) {
            guard let tile = try file.tile(zoom: zoom, column: column, row: row) else {
                return WebReply(status: 204, type: "text/plain", headers: headers, body: .bytes([]))
            }
            return WebReply(type: tile.type.rawValue, headers: headers, body: .bytes(tile.bytes))
        } catch {
            return .problem(503, error.description)
        }
    }

    /// The members for the page.
    func write(to line: inout JSONLine) {
        switch self {
        case .server(let server): line.member("tiles", server.template)
        case .file(let file):
            line.member("tiles", "/tiles/{z}/{x}/{y}" as StaticString)
            line.member("tilesMinimumZoom", file.zooms.lowerBound)
            line.member("tilesMaximumZoom", file.zooms.upperBound)
            if let attribution = file.attribution { line.member("tilesAttribution", attribution) }
        case .unusable: break
        }
    }
}
