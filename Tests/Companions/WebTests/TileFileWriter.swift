import CSqlite

/// Makes files of map tiles for tests.
enum TileFileWriter {
    struct Failure: Error {}

    /// The smallest PNG, JPEG and WebP that their first bytes make one; the last byte tells one tile from another.
    static func png(_ mark: UInt8) -> [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, mark] }
    static func jpeg(_ mark: UInt8) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0, mark] }
    static func webp(_ mark: UInt8) -> [UInt8] { Array("RIFF\u{4}\u{0}\u{0}\u{0}WEBP".utf8) + [mark] }

    static let schema = """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
        """

    /// Runs SQL on a file, which is made if there is none.
    static func run(_ sql: String, on path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure()
        }
    }

    /// A row of the table `tiles`, as SQL; the row is counted from the south.
    static func insert(_ zoom: Int, _ column: Int, _ southernRow: Int, _ bytes: [UInt8]) -> String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "INSERT INTO tiles VALUES (\(zoom), \(column), \(southernRow), x'\(digits)');"
    }

    /// A row of the table `metadata`, as SQL.
    static func insert(_ name: String, _ value: String) -> String {
        "INSERT INTO metadata VALUES ('\(name)', '\(value)');"
    }

    /// A good file: PNG at zoom 1, JPEG and WebP at zoom 2.
    static func sample(_ path: String, _ more: String = "") throws {
        try run(
            schema + insert("name", "Coast") + insert("format", "png") + insert("minzoom", "1") + insert("maxzoom", "2")
                + insert("attribution", #"&copy; <a href="https://example.org">Chart &amp; Co</a>"#)
                + insert(1, 0, 1, png(1)) + insert(1, 0, 0, png(2)) + insert(2, 3, 0, jpeg(3))
                + insert(2, 3, 1, webp(4))
                + more, on: path)
    }
}
