import NIOCore
import NIOEmbedded
import Testing

@testable import LocdServer

/// What a connection leaves behind when it ends.
@Suite struct StreamWriterTests {
    @Test func `A closed connection releases its outbox`() throws {
        let channel = EmbeddedChannel()
        let writer = StreamWriter()
        try channel.pipeline.syncOperations.addHandler(writer)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
        weak var released: Outbox?
        do {
            let bound = NIOLoopBound(writer, eventLoop: channel.embeddedEventLoop)
            let outbox = Outbox { outbox in bound.eventLoop.execute { bound.value.send(from: outbox) } }
            released = outbox
            outbox.put([StreamFrame(Array("x".utf8))])
            channel.embeddedEventLoop.run()
        }
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "x"))
        // Its connection needs it as long as there is one.
        #expect(released != nil)
        _ = try channel.finish()
        #expect(released == nil)
    }

    /// A second's report that there is no fix does not come behind a fix.
    @Test func `What is put while a reply is made comes behind it`() async {
        let outbox = Outbox { _ in }
        var newer: Task<Void, Never>?
        outbox.put {
            newer = Task { outbox.put([StreamFrame(Array("newer".utf8))]) }
            return [StreamFrame(Array("older".utf8))]
        }
        await newer?.value
        #expect([outbox.next(), outbox.next()] == [ByteBuffer(string: "older"), ByteBuffer(string: "newer")])
    }

    @Test func `What waits is forgotten at the end`() {
        let outbox = Outbox { _ in }
        outbox.put([StreamFrame(Array("x".utf8))])
        #expect(outbox.counts.waiting == 1)
        outbox.end(.closed)
        #expect(outbox.counts.waiting == 0 && outbox.next() == nil)
    }
}
