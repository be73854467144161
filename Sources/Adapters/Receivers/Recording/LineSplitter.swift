/// Cuts bytes that come in pieces into lines, in bounded memory.
struct LineSplitter {
    /// Longer lines are dropped whole: no track and no report of gpsd has any.
    static let maximumLength = 64 * 1024

    private var pending: [UInt8] = []
    private var isOverlong = false
    /// Lines that were dropped, since the beginning.
    private(set) var overlong = 0

    /// Takes the next bytes, cut anywhere, and hands over the lines that end in them, without LF and CR.
    mutating func split(_ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
            if pending.isEmpty, !isOverlong, line.count <= Self.maximumLength {
                deliver(Self.withoutReturn(line))
            } else {
                keep(line)
                finish(deliver)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
        }
        keep(rest)
    }

    /// Hands over a last line without a line end.
    mutating func finish(_ deliver: (UnsafeRawBufferPointer) -> Void) {
        if !isOverlong, !pending.isEmpty { pending.withUnsafeBytes { deliver(Self.withoutReturn($0)) } }
        pending.removeAll(keepingCapacity: true)
        isOverlong = false
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        guard !isOverlong, pending.count + bytes.count <= Self.maximumLength else {
            if !isOverlong { overlong += 1 }
            isOverlong = true
            pending.removeAll(keepingCapacity: true)
            return
        }
        pending.append(contentsOf: bytes)
    }

    private static func withoutReturn(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        line.last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
    }
}
