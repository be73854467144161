package import NIOCore
import Synchronization

/// The event loop of a server, while it runs.
package final class SocketLoop: Sendable {
    private let loop = Mutex<(any EventLoop)?>(nil)

    /// No loop runs yet.
    package init() {}

    /// The loop; `nil` where none runs.
    package var current: (any EventLoop)? { loop.withLock(\.self) }

    /// Another loop, or none.
    package func set(_ loop: (any EventLoop)?) {
        self.loop.withLock { $0 = loop }
    }
}
