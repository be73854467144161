internal import CZlib

/// Unpacks gzip (RFC 1952): one stream of one or more members, as `gzip` and `cat` make them. It reads nothing itself.
public final class GzipInflater {
    /// What a step gave.
    public enum Step: Sendable, Hashable {
        /// So many bytes of input were taken, and so many of output made.
        case progress(consumed: Int, produced: Int)
        /// It is damaged from here on; so many bytes were made before.
        case damaged(produced: Int)
        /// Memory is short.
        case outOfMemory
    }

    /// What a gzip file begins with.
    public static let magic: [UInt8] = [0x1F, 0x8B]

    /// Whether the input may end here: between members.
    public private(set) var isBetweenMembers = false
    private let handle: OpaquePointer
    private var isTrailing = false

    /// An inflater at the beginning of a member; `nil` where memory is short.
    public init?() {
        guard let handle = czlib_inflater_new() else { return nil }
        self.handle = handle
    }

    deinit {
        czlib_inflater_free(handle)
    }

    /// Unpacks some of `input` into `output`, both up to 1 GiB. What follows the last member and is none is passed over, as
    /// `gzip` does: tapes fill up with zeroes.
    public func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Step {
        if isBetweenMembers, let first = input.first {
            if isTrailing || first != Self.magic[0] {
                isTrailing = true
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
