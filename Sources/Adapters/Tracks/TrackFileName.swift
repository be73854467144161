public import LocationModel

/// The name of a track file: `2026-11-21.jsonl`, or `2026-11-21.3.jsonl` for a later part of the same day.
public struct TrackFileName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The link to the file that is being written.
    public static let current = "current.jsonl"

    /// The UTC day of the locations in it; for a track that is never rotated, the day of the first.
    public var day: CivilDate
    /// 0 for the day's first file, then 1, 2, …
    public var part: Int
    /// The suffix that a compressor added (`gz`, `zst`); `nil` if the file is plain.
    public var compression: String?

    /// The suffixes of compressed tracks.
    static let compressions: Set<String> = ["gz", "zst"]
    private static let maximumPart = 999_999

    /// Creates the name of the plain file of a day and part.
    public init(day: CivilDate, part: Int = 0) {
        self.day = day
        self.part = part
    }

    /// Parses a name without its directory; `nil` if it is not a track file.
    public init?(_ name: String) {
        var pieces = name.split(separator: ".", omittingEmptySubsequences: false)
        if let last = pieces.last, Self.compressions.contains(String(last)) {
            compression = String(last)
            pieces.removeLast()
        }
        guard pieces.last == "jsonl", pieces.count == 2 || pieces.count == 3, let day = CivilDate(pieces[0]) else {
            return nil
        }
        self.day = day
        part = 0
        if pieces.count == 3 {
            guard let part = Int(pieces[1]), (1...Self.maximumPart).contains(part), String(part) == pieces[1] else {
                return nil
            }
            self.part = part
        }
    }

    /// The plain file of the next part of this day.
    package var successor: TrackFileName { TrackFileName(day: day, part: min(part + 1, Self.maximumPart)) }

    /// The name without its directory.
    public var description: String {
        "\(day)" + (part > 0 ? ".\(part)" : "") + ".jsonl" + (compression.map { "." + $0 } ?? "")
    }

    /// Paths in the order of their records: the shell puts `2026-11-21.1.jsonl` before `2026-11-21.jsonl`. Neighbours
    /// of the same directory are sorted; a path without such a name stays where it is.
    public static func ordered(_ paths: [String]) -> [String] {
        func split(_ path: String) -> (directory: Substring, name: TrackFileName?) {
            let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
            return (path[..<start], TrackFileName(String(path[start...])))
        }
        func isBefore(_ path: String, _ other: String) -> Bool {
            let (path, other) = (split(path), split(other))
            guard let name = path.name, let second = other.name, path.directory == other.directory else { return false }
            return name < second
        }
        return paths.reduce(into: []) { ordered, path in
            let place = ordered.lastIndex { !isBefore(path, $0) }.map { $0 + 1 }
            ordered.insert(path, at: place ?? 0)
        }
    }

    /// Earlier days and parts first; a compressed file before a plain one of the same part.
    public static func < (left: TrackFileName, right: TrackFileName) -> Bool {
        (left.day, left.part, left.compression == nil ? 1 : 0) < (
            right.day, right.part, right.compression == nil ? 1 : 0
        )
    }
}
