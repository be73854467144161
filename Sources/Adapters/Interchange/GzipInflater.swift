internal import CZlib

/// Decompresses gzip (RFC 1952): one stream of one or more members, as `gzip` and `cat` write them. It does not read
/// the input itself.
public final class GzipInflater {
    /// The result of a step.
    public enum Step: Sendable, Hashable {
        /// The number of input bytes consumed and of output bytes produced.
        case progress(consumed: Int, produced: Int)
        /// The input is damaged from here on; `produced` output bytes precede the damage.
        case damaged(produced: Int)
        /// Not enough memory.
        case outOfMemory
    }

    /// The first bytes of a gzip file.
    public static let magic: [UInt8] = [0x1F, 0x8B]

    /// Whether the input may end here, between members.
    public private(set) var isBetweenMembers = false
    private let handle: OpaquePointer
    private var isTrailing = false

    /// Creates an inflater at the start of a member; `nil` if memory is short.
    public init?() {
        guard let handle = czlib_inflater_new() else { return nil }
        self.handle = handle
    }

    deinit {
        czlib_inflater_free(handle)
    }

    /// Decompresses part of `input` into `output`, each at most 1 GiB. Zeros after the last member are skipped, as
    /// `gzip` does: tapes are padded with them. Anything else there is damage: it may be what is left of a member.
    public func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Step {
        if isBetweenMembers, let first = input.first {
            if isTrailing || first == 0 {
                isTrailing = true
                guard input.allSatisfy({ $0 == 0 }) else { return .damaged(produced: 0) }
                return .progress(consumed: input.count, produced: 0)
            }
            czlib_inflater_reset(handle)
            isBetweenMembers = false
        }
        var consumed = 0
        var produced = 0
        switch czlib_inflate(
            handle, input.baseAddress, input.count, &consumed, output.baseAddress, output.count, &produced)
        {
        case CZLIB_MORE: break
        case CZLIB_END: isBetweenMembers = true
        case CZLIB_MEMORY: return .outOfMemory
        default: return .damaged(produced: produced)
        }
        return .progress(consumed: consumed, produced: produced)
    }
}
