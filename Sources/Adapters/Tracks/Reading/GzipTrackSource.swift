internal import Interchange

/// A range of a compressed track file: any gzip file, of one member or many.
struct GzipTrackSource: TrackByteSource {
    private let file: OpenTrackFile
    private let gzip: GzipReader
    /// The offset of the next compressed byte, and the end.
    private var position: Int64
    private let end: Int64
    private(set) var offset: Int64

    /// The members in `range` of the compressed bytes; `plainOffset` is their offset after decompression.
    init(_ file: OpenTrackFile, range: Range<Int64>, plainOffset: Int64) throws(TrackError) {
        guard let gzip = GzipReader() else { throw TrackError(.noResources, path: file.path) }
        self.file = file
        self.gzip = gzip
        position = range.lowerBound
        end = range.upperBound
        offset = plainOffset
    }

    /// The number of compressed bytes used.
    var diskOffset: Int64 { position - Int64(gzip.unusedCount) }

    mutating func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TrackError) -> Int {
        let outcome = try gzip.read(into: UnsafeMutableRawBufferPointer(buffer)) { (input) throws(TrackError) in
            let room = Int(min(Int64(input.count), max(end - position, 0)))
            guard room > 0 else { return 0 }
            let bytes = input.bindMemory(to: UInt8.self)
            let count = try file.read(into: UnsafeMutableBufferPointer(rebasing: bytes[..<room]), at: position)
            position += Int64(count)
            return count
        }
        switch outcome {
        case .bytes(let count):
            offset += Int64(count)
            return count
        case .damaged, .truncated: throw TrackError(.damaged, path: file.path)
        case .outOfMemory: throw TrackError(.noResources, path: file.path)
        }
    }
}
