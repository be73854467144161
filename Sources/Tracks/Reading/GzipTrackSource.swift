internal import CZlib

/// A range of a compressed track file: any gzip file, of one member or many.
struct GzipTrackSource: TrackByteSource {
    private static let chunk = 64 << 10
    private static let magic: UInt8 = 0x1F

    private let file: OpenTrackFile
    private let inflater: Inflater
    private var input = [UInt8](repeating: 0, count: Self.chunk)
    private var pending = 0..<0
    /// Where the next compressed byte is read, and where to stop.
    private var position: Int64
    private let end: Int64
    private var isBetweenMembers = false
    private var isTrailing = false
    private(set) var offset: Int64

    /// The members that lie in `range` of the compressed bytes; `plainOffset` is where they begin among the plain ones.
    init(_ file: OpenTrackFile, range: Range<Int64>, plainOffset: Int64) throws(TrackError) {
        guard let inflater = Inflater() else { throw TrackError(.noResources, path: file.path) }
        self.file = file
        self.inflater = inflater
        position = range.lowerBound
        end = range.upperBound
        offset = plainOffset
    }

    /// How many compressed bytes were read.
    var compressedOffset: Int64 { position - Int64(pending.count) }

    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int {
        while true {
            if pending.isEmpty, try refill() == false {
                guard isBetweenMembers || isTrailing else { throw TrackError(.damaged, path: file.path) }
                return 0
            }
            if isBetweenMembers {
                // What follows the last member and is none is passed over, as gzip does: zeros fill up blocks.
                if isTrailing || input[pending.lowerBound] != Self.magic {
                    isTrailing = true
                    pending = pending.upperBound..<pending.upperBound
                    continue
                }
                czlib_inflater_reset(inflater.handle)
                isBetweenMembers = false
            }
            let produced = try inflate(into: buffer)
            if produced > 0 { return produced }
        }
    }

    private mutating func inflate(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int {
        var consumed = 0
        var produced = 0
        let range = pending
        let status = input.withUnsafeBufferPointer { bytes in
            let rest = UnsafeBufferPointer(rebasing: bytes[range])
            return czlib_inflate(
                inflater.handle, rest.baseAddress, rest.count, &consumed, buffer.baseAddress, buffer.count, &produced)
        }
        pending = (pending.lowerBound + consumed)..<pending.upperBound
        offset += Int64(produced)
        switch status {
        case CZLIB_MORE: break
        case CZLIB_END: isBetweenMembers = true
        case CZLIB_MEMORY: throw TrackError(.noResources, path: file.path)
        default:
            // What came before the damage is whole; the damage is met again.
            guard produced > 0 else { throw TrackError(.damaged, path: file.path) }
        }
        return produced
    }

    private mutating func refill() throws(TrackError) -> Bool {
        let room = Int(min(Int64(input.count), max(end - position, 0)))
        guard room > 0 else { return false }
        let from = position
        let file = file
        let count = try input.withUnsafeMutableBufferPointer { (bytes) throws(TrackError) in
            try file.read(into: UnsafeMutableBufferPointer(rebasing: bytes[..<room]), at: from)
        }
        position += Int64(count)
        pending = 0..<count
        return count > 0
    }

    /// The C side's state, freed with the last copy.
    private final class Inflater {
        let handle: OpaquePointer

        init?() {
            guard let handle = czlib_inflater_new() else { return nil }
            self.handle = handle
        }

        deinit {
            czlib_inflater_free(handle)
        }
    }
}
