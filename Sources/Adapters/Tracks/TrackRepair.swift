internal import SystemSupport

/// The incomplete end that a crash or a power cut left in a file, and that was moved away so that the file has complete
/// lines again.
public struct TrackRepair: Sendable, Hashable, CustomStringConvertible {
    /// The track file, without its directory.
    public var file: String
    /// The number of bytes cut from its end, 1 or more.
    public var bytesCut: Int
    /// The file beside it that these bytes were added to, without its directory.
    public var keptIn: String

    /// `2026-11-21.jsonl: 12 bytes of an incomplete line moved to 2026-11-21.jsonl.torn`
    public var description: String { "\(file): \(bytesCut) bytes of an incomplete line moved to \(keptIn)" }

    /// What must be done before something may be appended to a file.
    enum Finding: Equatable {
        /// Nothing: it ends with a complete line, or is empty.
        case whole
        /// The last line is complete, but its newline is missing.
        case unterminated
        /// No complete line begins at or after this offset.
        case torn(from: Int64)
        /// It has no complete line near its end, or lines of something else, so it is not one of locd's tracks.
        case foreign
    }

    /// Looks at the end of a file of `size` bytes.
    static func inspect(
        _ descriptor: Int32, size: Int64, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> Finding {
        let written = try sizeWithoutZeros(descriptor, size: size, fileSystem)
        for window in TrackFileEnd.windows {
            let end = try TrackFileEnd(of: descriptor, size: written, window: window, fileSystem)
            var finding: Finding?
            var isTorn = written < size
            var hasLines = false
            end.forEachLineBackwards { line in
                guard line.content.isJSON, line.isTerminated || written == size else {
                    isTorn = true
                    hasLines = hasLines || line.isTerminated
                    return true
                }
                let next = line.offset + Int64(line.length) + 1
                finding = isTorn ? .torn(from: next) : line.isTerminated ? .whole : .unterminated
                return false
            }
            if let finding { return finding }
            if end.isWhole { return !isTorn ? .whole : hasLines ? .foreign : .torn(from: 0) }
        }
        return .foreign
    }

    /// The size without zeros at the end: a power cut may leave any number of them.
    private static func sizeWithoutZeros(
        _ descriptor: Int32, size: Int64, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> Int64 {
        var end = size
        while end > 0 {
            let start = max(end - Int64(TrackFileEnd.windows[0]), 0)
            let bytes = try TrackFileEnd.read(descriptor, at: start, count: Int(end - start), fileSystem)
            if let last = bytes.lastIndex(where: { $0 != 0 }) { return start + Int64(last) + 1 }
            end = start
        }
        return 0
    }

    /// Appends everything from `offset` on to the file `path`, so that cutting it off loses nothing.
    static func keep(
        _ descriptor: Int32, from offset: Int64, to end: Int64, in path: String, _ fileSystem: any FileSystem
    ) throws(SystemCallError) {
        var bytes = try TrackFileEnd.read(descriptor, at: offset, count: Int(end - offset), fileSystem)
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        let target: Int32
        if (try? fileSystem.status(at: path)) != nil {
            target = try fileSystem.openForAppending(path)
        } else {
            target = try fileSystem.createTrackFile(path)
        }
        defer { fileSystem.close(target) }
        try fileSystem.appendAll(bytes, to: target)
        try fileSystem.synchronize(target)
    }
}
