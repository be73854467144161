import CGPS

/// Reads captured lines of gpsd as if they came from a connection: libgps does it, without a socket.
final class GPSDLineParser {
    private let handle: OpaquePointer

    /// `nil` where memory is short.
    init?() {
        guard let handle = cgps_offline() else { return nil }
        self.handle = handle
    }

    deinit {
        cgps_close(handle)
    }

    /// Whether an object goes on in the next line.
    private var isOpen = false

    /// The part of a line from gpsd's object on: `gpspipe -t` writes the time in front of it, and binary receivers'
    /// sentences, which gpsd makes, may lack their line end. The whole line if an object goes on in it. `nil` where
    /// there is none.
    func object(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let isNew = line.first.map { Self.beginnings.contains($0) } ?? true
        if isOpen, !isNew { return line }
        var start = line.startIndex
        while let brace = line[start...].firstIndex(of: UInt8(ascii: "{")) {
            start = brace + 1
            let next = line[start...].first { !Self.spaces.contains($0) }
            if next == nil || next == UInt8(ascii: "\"") { return UnsafeRawBufferPointer(rebasing: line[brace...]) }
        }
        isOpen = false
        return nil
    }

    /// What the objects of a line say, from ``object(in:)`` on; nothing if it goes on in the next.
    func parse(_ object: UnsafeRawBufferPointer) -> [GPSDConnection.Line] {
        var said: [GPSDConnection.Line] = []
        var next: UnsafeRawBufferPointer? = object
        while let text = next, let base = text.baseAddress {
            var rest = 0
            let kind = cgps_unpack(handle, base.assumingMemoryBound(to: CChar.self), text.count, &rest)
            isOpen = kind == CGPS_LINE_PARTIAL
            if !isOpen { said.append(GPSDConnection.Line(kind, of: handle)) }
            next = rest > 0 ? self.object(in: UnsafeRawBufferPointer(rebasing: text.suffix(rest))) : nil
        }
        return said
    }

    private static let beginnings = Array("{$!".utf8)
    private static let spaces = Array(" \t\r".utf8)
}
