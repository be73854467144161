internal import LocationModel
package import Tracks

/// The lines of a cursor file: positions in the order in which they were reached. The last one of each track file is
/// valid.
package struct CursorText {
    /// The number of positions kept for a file: if a power cut loses its last lines, an earlier position is still
    /// valid.
    static let maximumDepth = 16
    /// The number of recent files that keep so many positions; the others keep one.
    static let recentFiles = 2

    /// The number of files that are gone and keep their position: each day for half a century.
    static let maximumGone = 20_000

    /// The positions of each file, the latest last.
    package private(set) var positions: [TrackFileName: [SinkPosition]] = [:]
    package private(set) var latest: SinkPosition?
    /// The files reached last, the latest last.
    private var recent: [TrackFileName] = []

    package init() {}

    /// Reads lines and skips those that are not a position.
    package init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let position = Self.position(line) { take(position) }
        }
    }

    package mutating func take(_ position: SinkPosition) {
        latest = position
        let file = position.file
        if recent.last != file {
            recent.removeAll { $0 == file }
            recent.append(file)
            if recent.count > Self.recentFiles {
                let old = recent.removeFirst()
                if let last = positions[old]?.last { positions[old] = [last] }
            }
        }
        positions[file, default: []].append(position)
        if positions[file, default: []].count > Self.maximumDepth { positions[file]?.removeFirst() }
    }

    package mutating func forget(_ files: some Sequence<TrackFileName>) {
        for file in files {
            positions[file] = nil
            recent.removeAll { $0 == file }
        }
    }

    /// All positions that are kept, as lines; the latest last.
    package var lines: [UInt8] {
        var line = JSONLine()
        let order = positions.keys.filter { !recent.contains($0) }.sorted() + recent
        for file in order {
            for position in positions[file] ?? [] where position != latest { line.append(position, as: nil) }
        }
        if let latest { line.append(latest, as: nil) }
        return line.bytes
    }

    private static func position(_ line: ArraySlice<UInt8>) -> SinkPosition? {
        line.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: JSONMembers.usualCount) { room in
                var members = JSONMembers(bytes, in: room)
                guard members.scan() else { return nil }
                return try? SinkPosition(from: &members)
            }
        }
    }
}
