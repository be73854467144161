internal import Glibc

/// A failed system call: its name, and the kernel's error number.
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

    /// An error without a call, because its argument is invalid.
    public static let invalid = EINVAL

    /// Whether the file, or a directory above it, does not exist.
    public var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// Whether a directory was used as a file.
    public var isDirectory: Bool { number == EISDIR }

    /// The system's text for the number: `Input/output error`.
    public var message: String { Self.message(of: number) }

    /// `fdatasync: Input/output error`.
    public var description: String { "\(call): \(message)" }

    /// The system's text for an `errno`: `Permission denied`.
    public static func message(of number: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            // strerror shares one buffer among all threads.
            guard let base = buffer.baseAddress, strerror_r(number, base, buffer.count) == 0 else {
                return "error \(number)"
            }
            return String(cString: base)
        }
    }
}
