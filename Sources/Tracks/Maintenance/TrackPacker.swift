internal import CZlib
internal import LocationModel

/// Packs track lines into a gzip file of many members, each with the times that are in it; see ``GzipMember``.
struct TrackPacker {
    /// A member ends with the line that reaches so many bytes: some twenty minutes at 1 Hz. Smaller ones would pack worse,
    /// larger ones make a reader that seeks unpack more.
    private static let memberSize = 256 << 10

    private var times: ClosedRange<Timestamp>?
    private var plain: [UInt8] = []

    /// Takes bytes of the file and its lines' times, and gives members as they become full.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>, _ time: Timestamp?) -> [UInt8]? {
        plain.append(contentsOf: line)
        if let time {
            times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        }
        return plain.count >= Self.memberSize ? finish() : []
    }

    /// What is left, as the last member. `nil` where memory is short.
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
        // How long it became is known only now.
        member.size = UInt32(truncatingIfNeeded: packed.count)
        var bytes = packed
        bytes.replaceSubrange(12..<GzipMember.headerSize, with: member.extra)
        return bytes
    }
}
