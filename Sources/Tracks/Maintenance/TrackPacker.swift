internal import CZlib
internal import LocationModel

/// Compresses track lines into a gzip file of many members, each with the period of its records; see ``GzipMember``.
struct TrackPacker {
    /// A member ends with the line that reaches this many bytes: some twenty minutes at 1 Hz. Smaller members would
    /// compress worse, larger ones would make a reader that seeks decompress more.
    private static let memberSize = 256 << 10

    private var times: ClosedRange<Timestamp>?
    private var plain: [UInt8] = []

    /// Takes bytes of the file and the times of its lines, and returns members as they become full.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>, _ time: Timestamp?) -> [UInt8]? {
        plain.append(contentsOf: line)
        if let time {
            times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        }
        return plain.count >= Self.memberSize ? finish() : []
    }

    /// The rest, as the last member. `nil` if memory is short.
    mutating func finish() -> [UInt8]? {
        guard !plain.isEmpty else { return [] }
        defer {
            plain.removeAll(keepingCapacity: true)
            times = nil
        }
        var member = GzipMember(size: 0, plainSize: UInt32(truncatingIfNeeded: plain.count), times: times)
        let extra = member.extra
        let room = czlib_member_bound(plain.count, extra.count)
        let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = czlib_member(plain, plain.count, extra, extra.count, buffer.baseAddress, room)
        }
        guard !packed.isEmpty else { return nil }
        // Its length is known only now.
        member.size = UInt32(truncatingIfNeeded: packed.count)
        var bytes = packed
        bytes.replaceSubrange(12..<GzipMember.headerSize, with: member.extra)
        return bytes
    }
}
