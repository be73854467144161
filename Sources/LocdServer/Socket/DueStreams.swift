package import NIOCore
import Synchronization

/// The streams of an event loop that have replies to send.
///
/// A location is for a thousand streams at once: the first of them schedules one call on the loop, which sends for all that
/// are due by then.
package final class DueStreams: Sendable {
    private struct Stream: Sendable {
        let writer: NIOLoopBound<StreamWriter>
        let outbox: Outbox
    }

    private let loop: any EventLoop
    private let due = Mutex<[Stream]>([])

    /// Creates it without due streams.
    package init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Sends the replies of an outbox, through a writer on this loop. Returns immediately.
    package func add(_ outbox: Outbox, to writer: NIOLoopBound<StreamWriter>) {
        let isFirst = due.withLock { due in
            due.append(Stream(writer: writer, outbox: outbox))
            return due.count == 1
        }
        if isFirst { loop.execute { self.send() } }
    }

    private func send() {
        let streams = due.withLock { due in
            defer { due = [] }
            return due
        }
        for stream in streams { stream.writer.value.send(from: stream.outbox) }
    }
}
