/// Splits a byte stream into messages, each terminated by one NUL. Pure: it neither reads nor waits.
///
/// It stores at most one unfinished message, and never more of it than ``maximumMessageLength``.
public struct VarlinkFraming: Sendable {
    /// The maximum length of a message in bytes, without the NUL.
    public let maximumMessageLength: Int
    /// Whether a message exceeded ``maximumMessageLength``. Nothing after it is read, because its end is unknown.
    public private(set) var isOverflowed = false
    private var partial: [UInt8] = []

    /// Starts at the beginning of a stream.
    public init(maximumMessageLength: Int) {
        self.maximumMessageLength = maximumMessageLength
    }

    /// Whether a message is incomplete.
    public var isHalfSent: Bool { !partial.isEmpty }

    /// Appends received bytes and returns the messages that they complete, in order and without their NUL.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var rest = bytes[...]
        while !isOverflowed, let end = rest.firstIndex(of: 0) {
            if take(rest[..<end]) {
                messages.append(partial)
                partial = []
            }
            rest = rest[(end + 1)...]
        }
        if !isOverflowed { _ = take(rest) }
        return messages
    }

    private mutating func take(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard bytes.count <= maximumMessageLength - partial.count else {
            isOverflowed = true
            partial = []
            return false
        }
        partial.append(contentsOf: bytes)
        return true
    }
}
