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

    /// What a line says that begins with its object; `.other` where gpsd cannot have written it.
    func parse(_ object: UnsafeRawBufferPointer) -> GPSDConnection.Line {
        guard let base = object.baseAddress else { return .other }
        return GPSDConnection.Line(
            cgps_unpack(handle, base.assumingMemoryBound(to: CChar.self), object.count), of: handle)
    }

    private static let beginning: [UInt8] = Array("{\"class\":\"".utf8)
    /// Braces in a line that are looked at: whoever writes more is no gpsd.
    private static let mostBraces = 8

    /// The part of a line from gpsd's object on: `gpspipe -t` writes the time in front of it, and binary receivers'
    /// sentences, which gpsd makes, may lack their line end. `nil` where there is none.
    static func object(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var start = line.startIndex
        for _ in 0..<mostBraces {
            guard let brace = line[start...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
            let rest = UnsafeRawBufferPointer(rebasing: line[brace...])
            if rest.starts(with: beginning) || length(of: rest) != nil { return rest }
            start = brace + 1
        }
        return nil
    }

    /// The length of the object that the text begins with; `nil` if it is cut off or has no class.
    static func length(of text: UnsafeRawBufferPointer) -> Int? {
        var name = InlineArray<16, CChar>(repeating: 0)
        let length = classOfObject(text, &name)
        return length > 0 ? length : nil
    }

    /// Whether an object reports what a receiver said.
    static func isReport(_ object: UnsafeRawBufferPointer) -> Bool {
        var name = InlineArray<16, CChar>(repeating: 0)
        let isWhole = classOfObject(object, &name) > 0
        return ["TPV", "SKY", "GST"].contains { report in
            isWhole
                ? report.utf8CString.indices.allSatisfy { name[$0] == report.utf8CString[$0] }
                : object.dropFirst(beginning.count).starts(with: (report + "\"").utf8)
        }
    }

    /// What comes first in a line that begins with an object, and what follows.
    static func parts(
        of line: UnsafeRawBufferPointer
    ) -> (first: UnsafeRawBufferPointer, rest: UnsafeRawBufferPointer?) {
        guard let base = line.baseAddress else { return (line, nil) }
        let length = cgps_part_length(base.assumingMemoryBound(to: CChar.self), line.count)
        guard length > 0, length < line.count else { return (line, nil) }
        return (
            UnsafeRawBufferPointer(rebasing: line[..<length]), UnsafeRawBufferPointer(rebasing: line[length...])
        )
    }

    private static func classOfObject(
        _ text: UnsafeRawBufferPointer, _ name: inout InlineArray<16, CChar>
    ) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var span = name.mutableSpan
        return span.withUnsafeMutableBufferPointer { buffer in
            cgps_class(base.assumingMemoryBound(to: CChar.self), text.count, buffer.baseAddress, buffer.count)
        }
    }
}

/// The lines of a capture. An object over several lines is one.
struct GPSDLines {
    /// gpsd's own lines have 10 KiB at most.
    private static let longestObject = 16 * 1024

    private var lines = LineSplitter()
    /// The lines of an object that is not whole yet.
    private var begun: [UInt8] = []

    /// Takes the next bytes, cut anywhere, and hands over the lines that end in them.
    mutating func split(_ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void) {
        var lines = lines
        lines.split(bytes) { join($0, deliver) }
        self.lines = lines
    }

    /// Hands over a last line without a line end.
    mutating func finish(_ deliver: (UnsafeRawBufferPointer) -> Void) {
        var lines = lines
        lines.finish { join($0, deliver) }
        self.lines = lines
        giveUp(deliver)
    }

    private mutating func join(_ line: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void) {
        let isBeginning = line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "$")
        if begun.isEmpty || isBeginning || begun.count + line.count > Self.longestObject {
            giveUp(deliver)
            guard let base = line.baseAddress, line.count <= Self.longestObject,
                cgps_goes_on(base.assumingMemoryBound(to: CChar.self), line.count)
            else { return deliver(line) }
        }
        begun += line
        if begun.withUnsafeBytes(GPSDLineParser.length(of:)) != nil { giveUp(deliver) }
    }

    private mutating func giveUp(_ deliver: (UnsafeRawBufferPointer) -> Void) {
        guard !begun.isEmpty else { return }
        begun.withUnsafeBytes(deliver)
        begun.removeAll(keepingCapacity: true)
    }
}
