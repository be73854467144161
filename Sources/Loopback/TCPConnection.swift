/// A TCP connection that this process has accepted: the two ends of it.
package struct TCPConnection: Sendable, Hashable {
    /// The end of the program that connected.
    package var remote: TCPEndpoint
    /// Our end.
    package var local: TCPEndpoint

    /// A connection from `remote` to `local`.
    package init(from remote: TCPEndpoint, to local: TCPEndpoint) {
        (self.remote, self.local) = (remote, local)
    }

    /// How the line of the other end's socket names it in the kernel's tables. A program that connected with IPv6 to an IPv4
    /// address has addresses of IPv6.
    var texts: [String] { zip(remote.texts, local.texts).map { "\($0) \($1)" } }
}
