package import Glibc

/// Who looks at the page.
package enum Viewer: Sendable, Hashable {
    /// A user of this machine, whom the kernel named.
    case user(uid_t)
    /// Somebody with a token of this name.
    case token(String, accuracy: TokenBook.Accuracy)
    /// Anybody else.
    case stranger
}
