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

    /// The part of a line from gpsd's object on: `gpspipe -t` writes the time in front of it, and binary receivers'
    /// sentences, which gpsd makes, may lack their line end. `nil` where there is none.
    static func object(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var start = line.startIndex
        while let brace = line[start...].firstIndex(of: UInt8(ascii: "{")) {
            if line[brace...].starts(with: beginning) { return UnsafeRawBufferPointer(rebasing: line[brace...]) }
            start = brace + 1
        }
        return nil
    }

    /// Whether an object reports what a receiver said.
    static func isReport(_ object: UnsafeRawBufferPointer) -> Bool {
        let name = object.dropFirst(beginning.count)
        return ["TPV\"", "SKY\"", "GST\""].contains { name.starts(with: $0.utf8) }
    }
}
