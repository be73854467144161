internal import CSqlite
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A file of map tiles as images: MBTiles 1.3, an SQLite database. It is untrusted input, and must not change while it
/// is open.
final class TileFile: Sendable {
    /// Why a file cannot be used or a tile cannot be read.
    struct Problem: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    struct Tile: Hashable {
        var type: TileImage
        var bytes: [UInt8]
    }

    /// Squares of a higher zoom have no number here.
    static let highestZoom = 22
    /// A tile of 512 pixels a side has some hundred kilobytes.
    static let maximumBytes = 1 << 20

    let zooms: ClosedRange<Int>
    /// Who made the map, as text; `nil` if the file does not say.
    let attribution: String?

    private let path: String
    private let database: Mutex<SQLiteReader>

    /// Opens a file, and looks at its description and one of its tiles.
    init(path: String) throws(Problem) {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Problem(description: "\(path): \(SystemCallError.message(of: errno))")
        }
        // A pipe would never open.
        guard status.st_mode & S_IFMT == S_IFREG else { throw Problem(description: "\(path) is not a regular file") }
        do throws(SQLiteFailure) {
            let reader = try SQLiteReader(path: path)
            func described(_ name: String) throws(SQLiteFailure) -> String? {
                guard
                    case .text(let text)? = try reader.first("SELECT value FROM metadata WHERE name=?1", [.text(name)])
                else { return nil }
                return text
            }
            func zoom(_ name: String, _ function: String) throws(SQLiteFailure) -> Int? {
                if let text = try described(name), let zoom = Int(text) { return zoom }
                guard case .integer(let zoom)? = try reader.first("SELECT \(function)(zoom_level) FROM tiles") else {
                    return nil
                }
                return zoom
            }
            let format = try described("format")
            guard case .blob(let bytes)? = try reader.first("SELECT tile_data FROM tiles LIMIT 1") else {
                throw SQLiteFailure(code: Self.own, words: "has no tiles")
            }
            guard format != "pbf", TileImage(bytes) != nil else {
                let isVector = format == "pbf" || bytes.starts(with: [0x1F, 0x8B])
                throw SQLiteFailure(
                    code: Self.own,
                    words:
                        "has \(isVector ? "vector tiles" : "tiles that are no images"); the page shows PNG, JPEG and WebP"
                )
            }
            guard let lowest = try zoom("minzoom", "min"), let highest = try zoom("maxzoom", "max"), lowest >= 0,
                lowest <= highest, highest <= Self.highestZoom
            else { throw SQLiteFailure(code: Self.own, words: "has no valid zooms: minzoom and maxzoom are 0 to 22") }
            zooms = lowest...highest
            attribution = try described("attribution").flatMap { PlainText.text(ofMarkup: $0, limit: 200) }
            database = Mutex(reader)
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// The tile of a square, counted from the north-west; `nil` if the file has none. Reads the file.
    func tile(zoom: Int, column: Int, row: Int) throws(Problem) -> Tile? {
        guard (0...Self.highestZoom).contains(zoom), (0..<(1 << zoom)).contains(column), (0..<(1 << zoom)).contains(row)
        else { return nil }
        // MBTiles counts rows from the south, as the Tile Map Service does.
        let southern = (1 << zoom) - 1 - row
        let value: SQLiteReader.Value?
        do throws(SQLiteFailure) {
            value = try database.withLock { reader throws(SQLiteFailure) in
                try reader.first(
                    "SELECT tile_data FROM tiles WHERE zoom_level=?1 AND tile_column=?2 AND tile_row=?3",
                    [.integer(zoom), .integer(column), .integer(southern)])
            }
        } catch {
            throw Self.problem(error, path)
        }
        guard let value else { return nil }
        guard case .blob(let bytes) = value, bytes.count <= Self.maximumBytes, let type = TileImage(bytes) else {
            throw Problem(description: "\(path) has a tile that is no image of at most 1 MB")
        }
        return Tile(type: type, bytes: bytes)
    }

    /// The code of what SQLite does not mind.
    private static let own: Int32 = -1

    private static func problem(_ failure: SQLiteFailure, _ path: String) -> Problem {
        let words =
            switch failure.code & 0xFF {
            case own & 0xFF: " \(failure.words)"
            case SQLITE_NOTADB: " is not an MBTiles file: no SQLite database"
            case SQLITE_CORRUPT: " is damaged: \(failure.words)"
            case SQLITE_TOOBIG, SQLITE_NOMEM: " has a row that is too large"
            case SQLITE_INTERRUPT: " takes too long to search; its table tiles needs an index"
            case SQLITE_ERROR: " is not an MBTiles file: \(failure.words)"
            default: ": \(failure.words)"
            }
        return Problem(description: path + words)
    }
}

/// The image type of a tile, by its first bytes. Nothing that a browser could execute is among them.
enum TileImage: String, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webp = "image/webp"

    /// The type of these bytes; `nil` if it is another one.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// Text of markup that others wrote.
enum PlainText {
    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "\u{A9}", "middot": "\u{B7}",
        "ndash": "\u{2013}", "mdash": "\u{2014}",
    ]

    /// The text of HTML, on one line and with at most this many characters; `nil` if it is empty. Tags and unknown
    /// references are left out; the result is text, not markup.
    static func text(ofMarkup markup: String, limit: Int) -> String? {
        var text = ""
        var rest = markup.prefix(8 * limit)
        while let character = rest.first, text.count < limit {
            switch character {
            case "<":
                rest = rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
                continue
            case "&":
                let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
                if rest.dropFirst(1 + name.count).first == ";" {
                    text += named(name)
                    rest = rest.dropFirst(name.count + 2)
                    continue
                }
                text.append("&")
            case _ where character.isWhitespace: text.append(" ")
            case _ where character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }):
                text.append(character)
            default: break
            }
            rest = rest.dropFirst()
        }
        let words = text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    private static func named(_ name: Substring) -> String {
        if let known = names[String(name)] { return known }
        guard name.first == "#" else { return "" }
        let digits = name.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.properties.generalCategory != .control else {
            return ""
        }
        return String(Character(scalar))
    }
}
