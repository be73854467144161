/// Cuts a byte stream into messages, each ended by one NUL. Pure: it neither reads nor waits.
///
/// It never holds more than one unfinished message, and never more of it than a message may have.
public struct VarlinkFraming: Sendable {
    /// The most bytes of one message, the NUL not counted.
    public let maximumMessageLength: Int
    /// Whether a message grew beyond ``maximumMessageLength``. Nothing after it is read: where it ends is unknown.
    public private(set) var isOverflowed = false
    private var partial: [UInt8] = []

    /// Begins at the start of a stream.
    public init(maximumMessageLength: Int) {
        self.maximumMessageLength = maximumMessageLength
    }

    /// Whether a message has begun and not ended.
    public var isHalfSent: Bool { !partial.isEmpty }

    /// Takes what came and returns the messages that it completes, without their NUL, in order.
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
