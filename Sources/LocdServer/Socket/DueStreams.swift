import NIOCore
import Synchronization

/// The streams of an event loop that have replies to send.
///
/// A location is for a thousand streams at once: the loop is called when the first becomes due, and sends for all that are
/// due by then.
final class DueStreams: Sendable {
    private struct Stream: Sendable {
        let writer: NIOLoopBound<StreamWriter>
        let outbox: Outbox
    }

    private let loop: any EventLoop
    private let due = Mutex<[Stream]>([])

    /// No stream is due.
    init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// The outbox has something for the writer, which runs on this loop. Returns at once.
    func add(_ outbox: Outbox, to writer: NIOLoopBound<StreamWriter>) {
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
