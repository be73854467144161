import NIOCore
import Synchronization

/// The event loop of a server, while it runs.
final class SocketLoop: Sendable {
    private let loop = Mutex<(any EventLoop)?>(nil)

    /// The loop; `nil` where none runs.
    var current: (any EventLoop)? { loop.withLock(\.self) }

    /// Another loop, or none.
    func set(_ loop: (any EventLoop)?) {
        self.loop.withLock { $0 = loop }
    }
}
