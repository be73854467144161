import Foundation
import Glibc
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Web

/// Files of map tiles, good and hostile.
struct TileFileTests {
    private func made(_ sql: String) throws -> (directory: TemporaryDirectory, path: String) {
        let directory = TemporaryDirectory()
        let path = directory.path + "/map.mbtiles"
        try TileFileWriter.run(sql, on: path)
        return (directory, path)
    }

    /// Why a file is refused.
    private func refusal(_ sql: String) throws -> String {
        let (directory, path) = try made(sql)
        defer { withExtendedLifetime(directory) {} }
        do {
            _ = try TileFile(path: path)
            return ""
        } catch {
            return "\(error)".replacing(path, with: "FILE")
        }
    }

    @Test func `Rows are counted from the north`() throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/a map #1?.mbtiles"
        try TileFileWriter.sample(path)
        let file = try TileFile(path: path)
        #expect(file.zooms == 1...2)
        #expect(file.attribution == "\u{A9} Chart & Co")
        #expect(try file.tile(zoom: 1, column: 0, row: 0) == .init(type: .png, bytes: TileFileWriter.png(1)))
        #expect(try file.tile(zoom: 1, column: 0, row: 1) == .init(type: .png, bytes: TileFileWriter.png(2)))
        #expect(try file.tile(zoom: 2, column: 3, row: 3) == .init(type: .jpeg, bytes: TileFileWriter.jpeg(3)))
        #expect(try file.tile(zoom: 2, column: 3, row: 2) == .init(type: .webp, bytes: TileFileWriter.webp(4)))
        for (zoom, column, row) in [
            (1, 1, 0), (0, 0, 0), (-1, 0, 0), (1, 2, 0), (1, 0, -1), (23, 0, 0), (63, 0, 0), (64, 0, 0),
        ] {
            #expect(try file.tile(zoom: zoom, column: column, row: row) == nil, "\(zoom)/\(column)/\(row)")
        }
    }

    @Test func `Tiles may be a view and zooms be left out`() throws {
        let (directory, path) = try made(
            """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
            CREATE TABLE images (tile_data BLOB, tile_id TEXT);
            CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
                map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id;
            INSERT INTO map VALUES (5, 1, 2, 'a'), (7, 1, 2, 'a');
            INSERT INTO images VALUES (x'89504E470D0A1A0A', 'a');
            """)
        let file = try TileFile(path: path)
        #expect(file.zooms == 5...7)
        #expect(file.attribution == nil)
        #expect(try file.tile(zoom: 5, column: 1, row: 29)?.type == .png)
        withExtendedLifetime(directory) {}
    }

    @Test func `What is no file of tiles is named`() throws {
        let directory = TemporaryDirectory()
        func refusal(_ name: String) -> String {
            do {
                _ = try TileFile(path: directory.path + name)
                return ""
            } catch {
                return "\(error)".replacing(directory.path, with: "")
            }
        }
        #expect(refusal("/none") == "/none: No such file or directory")
        #expect(refusal("") == " is not a regular file")
        try Data("Not a database, but long enough to be looked at.".utf8).write(
            to: URL(filePath: directory.path + "/text"))
        #expect(refusal("/text") == "/text is not an MBTiles file: no SQLite database")
        try Data().write(to: URL(filePath: directory.path + "/empty"))
        #expect(refusal("/empty") == "/empty is not an MBTiles file: no such table: metadata")
        #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)
        #expect(refusal("/pipe") == "/pipe is not a regular file")
        let path = directory.path + "/cut"
        try TileFileWriter.sample(
            path,
            (0..<200).map { TileFileWriter.insert(9, $0, 0, TileFileWriter.png(9) + Array(repeating: 1, count: 900)) }
                .joined())
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(6000).write(to: URL(filePath: path))
        #expect(refusal("/cut").hasPrefix("/cut is damaged: "))
    }

    @Test func `Wrong schemas and vector tiles are named`() throws {
        let schema = TileFileWriter.schema
        #expect(try refusal("CREATE TABLE a (b)") == "FILE is not an MBTiles file: no such table: metadata")
        #expect(
            try refusal("CREATE TABLE metadata (name TEXT, value TEXT); CREATE TABLE tiles (a)")
                == "FILE is not an MBTiles file: no such column: tile_data")
        #expect(try refusal(schema) == "FILE has no tiles")
        let vectors = "FILE has vector tiles; the page shows PNG, JPEG and WebP"
        #expect(
            try refusal(
                schema + TileFileWriter.insert("format", "pbf") + TileFileWriter.insert(0, 0, 0, [0x1F, 0x8B, 8]))
                == vectors)
        #expect(try refusal(schema + TileFileWriter.insert(0, 0, 0, [0x1F, 0x8B, 8])) == vectors)
        let page = Array("<html><script>".utf8)
        #expect(
            try refusal(schema + TileFileWriter.insert("format", "png") + TileFileWriter.insert(0, 0, 0, page))
                == "FILE has tiles that are no images; the page shows PNG, JPEG and WebP")
        for (low, high) in [("3", "2"), ("-1", "2"), ("0", "23"), ("0", "99999999999")] {
            let zooms = TileFileWriter.insert("minzoom", low) + TileFileWriter.insert("maxzoom", high)
            #expect(
                try refusal(schema + zooms + TileFileWriter.insert(0, 0, 0, TileFileWriter.png(1)))
                    == "FILE has no valid zooms: minzoom and maxzoom are 0 to 22")
        }
    }

    @Test func `Huge rows and endless queries are bounded`() throws {
        let schema = TileFileWriter.schema
        #expect(
            try refusal(schema + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(3000000));")
                == "FILE has a row that is too large")
        #expect(
            try refusal(schema + "INSERT INTO metadata VALUES ('format', printf('%.*c', 3000000, 'x'));")
                == "FILE has a row that is too large")
        let endless = """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
                SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'89504E470D0A1A0A' AS tile_data FROM n WHERE i < 0;
            """
        #expect(try refusal(endless) == "FILE takes too long to search; its table tiles needs an index")
        // Of some tiles only: those are refused, and the others are served.
        let directory = TemporaryDirectory()
        let path = directory.path + "/map.mbtiles"
        let page = Array("<html><script>".utf8)
        try TileFileWriter.sample(
            path,
            TileFileWriter.insert(2, 0, 3, page)
                + "INSERT INTO tiles VALUES (2, 1, 3, zeroblob(3000000)), (2, 2, 3, 'text'), (2, 3, 3, NULL);"
                + TileFileWriter.insert(2, 0, 2, TileFileWriter.png(1) + Array(repeating: 0, count: 1 << 20)))
        let file = try TileFile(path: path)
        for (column, row) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)] {
            #expect(throws: TileFile.Problem.self) { try file.tile(zoom: 2, column: column, row: row) }
        }
        #expect(try file.tile(zoom: 2, column: 3, row: 3)?.type == .jpeg)
    }

    @Test func `An attribution is text without markup`() {
        #expect(
            PlainText.text(ofMarkup: "a <b onclick=\"x\">c</b> &lt;d&gt; &#169;&#x41; &unknown; & e", limit: 100)
                == "a c <d> \u{A9}A & e")
        #expect(PlainText.text(ofMarkup: "<script>", limit: 100) == nil)
        #expect(PlainText.text(ofMarkup: "a <never ends", limit: 100) == "a")
        #expect(PlainText.text(ofMarkup: "a\u{7}\n  b&#7;&#xD800;&#9999999;c", limit: 100) == "a bc")
        #expect(PlainText.text(ofMarkup: String(repeating: "x", count: 500), limit: 10)?.count == 10)
        #expect(PlainText.text(ofMarkup: "", limit: 10) == nil)
    }

    // MARK: Their way to the page

    @Test func `Who sees the map sees its tiles`() async throws {
        let files = TemporaryDirectory()
        let path = files.path + "/map.mbtiles"
        try TileFileWriter.sample(path)
        let bench = try WebBench(tiles: .file(path: path))
        #expect(!bench.app.missing.contains { $0.contains("tiles") })
        for user in [WebBench.exact, WebBench.reduced] {
            for (address, type) in [
                ("/tiles/1/0/0", "image/png"), ("/tiles/2/3/3", "image/jpeg"), ("/tiles/2/3/2", "image/webp"),
            ] {
                let reply = await bench.reply(address, as: user)
                #expect(reply.status == 200 && reply.headers["Content-Type"] == type, "\(address)")
                #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
            }
            #expect(await bench.reply("/tiles/1/1/1", as: user).status == 204)
            for wrong in ["/tiles/1/0", "/tiles/a/0/0", "/tiles/1/0/0.png", "/tiles/1/0/0/0"] {
                #expect(await bench.reply(wrong, as: user).status == 400, "\(wrong)")
            }
            #expect(
                await bench.reply("/tiles/1/0/0", as: user, method: "POST", ["origin": "http://127.0.0.1:8947"]).status
                    == 405)
        }
        for user in [WebBench.denied, WebBench.unknown, nil] {
            let reply = await bench.reply("/tiles/1/0/0", as: user)
            #expect(reply.status == 403)
            #expect(reply.headers["Content-Type"] == "application/json")
            #expect(!(await bench.reply("/api/session", as: user).text.contains("tiles")))
        }
        #expect(await bench.reply("/tiles/1/0/0", as: WebBench.exact, host: "evil.example").status == 421)
        let session = try JSONDecoder().decode(
            Session.self, from: Data(await bench.reply("/api/session", as: WebBench.reduced).text.utf8))
        #expect(
            session
                == Session(
                    tiles: "/tiles/{z}/{x}/{y}", tilesMinimumZoom: 1, tilesMaximumZoom: 2,
                    tilesAttribution: "\u{A9} Chart & Co"))
        let policy = await bench.reply("/", as: WebBench.exact).headers["Content-Security-Policy"]
        #expect(policy?.contains("img-src 'self' data:;") == true)
    }

    @Test func `An unusable file is named and the page goes on`() async throws {
        let bench = try WebBench(tiles: .file(path: "/none/map.mbtiles"))
        let session = try JSONDecoder().decode(
            Session.self, from: Data(await bench.reply("/api/session", as: WebBench.exact).text.utf8))
        #expect(session == Session())
        let problem = "no map tiles: /none/map.mbtiles: No such file or directory; change tiles: in web.yaml"
        #expect(bench.app.missing.contains(problem))
        #expect(await bench.reply("/tiles/1/0/0", as: WebBench.exact).status == 404)
        #expect(await bench.reply("/", as: WebBench.exact).status == 200)
        #expect(await (try WebBench()).reply("/tiles/1/0/0", as: WebBench.exact).status == 404)
    }

    private struct Session: Decodable, Equatable {
        var tiles: String?
        var tilesMinimumZoom: Int?
        var tilesMaximumZoom: Int?
        var tilesAttribution: String?
    }
}
