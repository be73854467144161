internal import Interchange

/// A range of a compressed track file: any gzip file, of one member or many.
struct GzipTrackSource: TrackByteSource {
    private static let chunk = 64 << 10

    private let file: OpenTrackFile
    private let inflater: GzipInflater
    private var input = [UInt8](repeating: 0, count: Self.chunk)
    private var pending = 0..<0
    /// The offset of the next compressed byte, and the end.
    private var position: Int64
    private let end: Int64
    private(set) var offset: Int64

    /// The members in `range` of the compressed bytes; `plainOffset` is their offset after decompression.
    init(_ file: OpenTrackFile, range: Range<Int64>, plainOffset: Int64) throws(TrackError) {
        guard let inflater = GzipInflater() else { throw TrackError(.noResources, path: file.path) }
        self.file = file
        self.inflater = inflater
        position = range.lowerBound
        end = range.upperBound
        offset = plainOffset
    }

    /// The number of compressed bytes used.
    var diskOffset: Int64 { position - Int64(pending.count) }

    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int {
        while true {
            if pending.isEmpty, try refill() == false {
                guard inflater.isBetweenMembers else { throw TrackError(.damaged, path: file.path) }
                return 0
            }
            let produced = try inflate(into: buffer)
            if produced > 0 { return produced }
        }
    }

    private mutating func inflate(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int {
        let range = pending
        let inflater = inflater
        let step = input.withUnsafeBytes {
            inflater.step(UnsafeRawBufferPointer(rebasing: $0[range]), into: UnsafeMutableRawBufferPointer(buffer))
        }
        switch step {
        case .progress(let consumed, let produced):
            pending = (pending.lowerBound + consumed)..<pending.upperBound
            offset += Int64(produced)
            return produced
        case .damaged(let produced):
            // Everything before the damage is complete; the next read meets the damage again.
            guard produced > 0 else { throw TrackError(.damaged, path: file.path) }
            offset += Int64(produced)
            return produced
        case .outOfMemory: throw TrackError(.noResources, path: file.path)
        }
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
}
