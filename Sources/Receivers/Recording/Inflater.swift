import CZlib

/// Unpacks gzip: one stream of one or more members, as `gzip` and `cat` make them.
final class Inflater {
    /// What a step gave.
    enum Step {
        /// So many bytes of input were taken, and so many of output made.
        case progress(consumed: Int, produced: Int)
        /// It is damaged from here on; so many bytes were made before.
        case damaged(produced: Int)
    }

    private let handle: OpaquePointer
    /// Whether the input may end here: between members.
    private(set) var isBetweenMembers = false
    private var isTrailing = false

    /// What a gzip file begins with.
    static let magic: [UInt8] = [0x1F, 0x8B]

    /// `nil` where memory is short.
    init?() {
        guard let handle = czlib_inflater_new() else { return nil }
        self.handle = handle
    }

    deinit {
        czlib_inflater_free(handle)
    }

    /// Unpacks some of `input` into `output`. What follows the last member and is none is passed over, as `gzip` does:
    /// tapes fill up with zeroes.
    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Step {
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
        default: return .damaged(produced: produced)
        }
        return .progress(consumed: consumed, produced: produced)
    }
}
