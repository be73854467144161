package import Glibc

/// Who views the page.
package enum Viewer: Sendable, Hashable {
    /// A user of this machine, identified by the kernel.
    case user(uid_t)
    /// Somebody with a token of this name.
    case token(String, accuracy: TokenBook.Accuracy)
    /// Anybody else.
    case stranger
}
