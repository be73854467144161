internal import CZlib

/// Decompresses gzip (RFC 1952): one stream of one or more members, as `gzip` and `cat` write them.
public final class GzipReader {
    /// The result of a read.
    public enum Outcome: Sendable, Hashable {
        /// The number of bytes that were decompressed; 0 at the end.
        case bytes(Int)
        /// The input is damaged from here on.
        case damaged
        /// The input ends within a member.
        case truncated
        /// Not enough memory.
        case outOfMemory
    }

    /// The first bytes of a gzip file.
    public static let magic: [UInt8] = [0x1F, 0x8B]

    private let handle: OpaquePointer
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var pending = 0..<0
    private var isBetweenMembers = false
    private var isTrailing = false

    /// Creates a reader at the start of a member; `nil` if memory is short.
    public init?() {
        guard let handle = czlib_inflater_new() else { return nil }
        self.handle = handle
    }

    deinit {
        czlib_inflater_free(handle)
        input.deallocate()
    }

    /// The number of bytes that were taken from the source and are not used yet.
    public var unusedCount: Int { pending.count }

    /// Decompresses what comes next into `output`, of at most 1 GiB; `source` reads compressed bytes into a buffer and
    /// returns how many, 0 at its end. Zeros after the last member are skipped, as `gzip` does: tapes are padded with
    /// them. Anything else there is damage: it may be what is left of a member.
    public func read<Failure: Error>(
        into output: UnsafeMutableRawBufferPointer,
        from source: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Outcome {
        while true {
            if pending.isEmpty {
                pending = 0..<(try source(input))
                guard !pending.isEmpty else { return isBetweenMembers ? .bytes(0) : .truncated }
            }
            let rest = UnsafeRawBufferPointer(rebasing: input[pending])
            if isBetweenMembers {
                if isTrailing || rest[0] == 0 {
                    isTrailing = true
                    guard rest.allSatisfy({ $0 == 0 }) else { return .damaged }
                    pending = 0..<0
                    continue
                }
                czlib_inflater_reset(handle)
                isBetweenMembers = false
            }
            var (consumed, produced) = (0, 0)
            let status = czlib_inflate(
                handle, rest.baseAddress, rest.count, &consumed, output.baseAddress, output.count, &produced)
            switch status {
            case CZLIB_MORE, CZLIB_END:
                pending = (pending.lowerBound + consumed)..<pending.upperBound
                isBetweenMembers = status == CZLIB_END
            case CZLIB_MEMORY: return .outOfMemory
            // What precedes the damage comes first; the next read meets the damage again.
            default: guard produced > 0 else { return .damaged }
            }
            if produced > 0 { return .bytes(produced) }
        }
    }

    /// The content of a gzip file, up to `limit` bytes; not whole if that is less than all of it, or if it is damaged.
    public static func contents(of packed: [UInt8], limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
        guard let reader = GzipReader() else { return ([], false) }
        var (bytes, rest) = ([UInt8](), packed[...])
        var part = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let outcome = part.withUnsafeMutableBytes { output in
                reader.read(into: output) { input in
                    let count = min(input.count, rest.count)
                    input.copyBytes(from: rest.prefix(count))
                    rest.removeFirst(count)
                    return count
                }
            }
            guard case .bytes(let count) = outcome, bytes.count + count <= limit else { return (bytes, false) }
            if count == 0 { return (bytes, true) }
            bytes += part[..<count]
        }
    }
}
