/// A name in which each `*` stands for any text, the empty one included. Case matters.
public struct NamePattern: Sendable, Hashable {
    /// The text: 1 to 255 bytes, all of them visible.
    public let text: String

    /// A pattern; `nil` if the text is not a valid one.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.unicodeScalars.allSatisfy(\.isVisible) else { return nil }
        self.text = text
    }

    /// Whether it matches exactly one name.
    public var isExact: Bool { !text.utf8.contains(UInt8(ascii: "*")) }

    /// Whether a name matches. The effort is at most the product of both lengths.
    public func matches(_ name: String) -> Bool {
        let pattern = Array(text.utf8)
        let name = Array(name.utf8)
        var (p, n) = (0, 0)
        /// The position behind the last star, and the position in the name at that time.
        var retry: (pattern: Int, name: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
                p += 1
                retry = (p, n)
            } else if p < pattern.count, pattern[p] == name[n] {
                p += 1
                n += 1
            } else if let last = retry {
                p = last.pattern
                n = last.name + 1
                retry = (p, n)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
