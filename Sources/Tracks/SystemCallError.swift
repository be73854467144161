internal import Glibc

/// A system call that failed: which, and the kernel's number for why.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call, such as `fdatasync`.
    public var call: String
    /// `errno`, such as `ENOSPC`.
    public var number: Int32

    /// A failure of `call` with the number `errno` had.
    public init(_ call: String, _ number: Int32) {
        self.call = call
        self.number = number
    }

    /// For what no call was made for, because its argument makes no sense.
    public static let invalid = EINVAL

    /// Whether the file, or a directory above it, is not there.
    public var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// `fdatasync: Input/output error`.
    public var description: String {
        guard let text = strerror(number) else { return "\(call): error \(number)" }
        return "\(call): \(String(cString: text))"
    }
}
