import LocdProtocol
import NIOCore
import NIOEmbedded
import Testing

@testable import LocdServer

/// The reader of calls, on a clock that the test moves.
@Suite struct SocketReaderTests {
    private func reader(_ channel: EmbeddedChannel, maximum: Int = 100) throws -> CallReader {
        let reader = CallReader(maximumMessageLength: maximum, deadline: .seconds(10))
        try channel.pipeline.syncOperations.addHandler(reader)
        channel.pipeline.read()
        return reader
    }

    private func receive(_ text: String, _ channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(string: text))
        channel.pipeline.read()
    }

    private func arrivals(_ reader: CallReader, _ channel: EmbeddedChannel) async throws -> [String] {
        channel.pipeline.fireChannelInactive()
        var all: [String] = []
        for await arrival in reader.arrivals {
            switch arrival {
            case .message(let bytes): all.append(String(decoding: bytes, as: UTF8.self))
            case .broken(.invalidMessage(let reason, _)): all.append("broken: \(reason.rawValue)")
            case .broken(let error): all.append(error.name)
            }
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return all
    }

    @Test func `Dribbling does not extend the deadline`() async throws {
        let channel = EmbeddedChannel()
        let reader = try reader(channel)
        for _ in 0..<9 {
            try receive("x", channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        try receive("x", channel)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        try receive("\0a", channel)
        // The next call began just now and has all of its time.
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(9999))
        try receive("b\0c", channel)
        for _ in 0..<10 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try receive("d", channel)
        }
        try receive("\0", channel)
        #expect(try await arrivals(reader, channel) == ["xxxxxxxxxx", "ab", "broken: incomplete"])
    }

    @Test func `A call counts as asked for before anybody takes it`() async throws {
        let channel = EmbeddedChannel()
        var times = 0
        let reader = CallReader(maximumMessageLength: 100, deadline: .seconds(10)) { times += 1 }
        try channel.pipeline.syncOperations.addHandler(reader)
        channel.pipeline.read()
        try receive("half", channel)
        #expect(times == 0)
        for _ in 0..<2 { try receive("\0again\0", channel) }
        #expect(times == 1)
        #expect(try await arrivals(reader, channel) == ["half", "again", "", "again"])
    }

    @Test func `A connection may be idle for as long as it likes`() async throws {
        let channel = EmbeddedChannel()
        let reader = try reader(channel)
        channel.embeddedEventLoop.advanceTime(by: .hours(24))
        try receive("a\0", channel)
        channel.embeddedEventLoop.advanceTime(by: .hours(24))
        try receive("b\0", channel)
        #expect(try await arrivals(reader, channel) == ["a", "b"])
    }

    @Test func `While calls wait nothing is read and nobody is late`() async throws {
        let channel = EmbeddedChannel()
        let counter = ReadCounter()
        try channel.pipeline.syncOperations.addHandler(counter)
        let reader = try reader(channel)
        try receive(String(repeating: "a\0", count: CallReader.highWatermark) + "half", channel)
        #expect(counter.reads == 1)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        reader.taken()
        #expect(counter.reads == 2)
        try channel.writeInbound(ByteBuffer(string: "\0"))
        let expected = Array(repeating: "a", count: CallReader.highWatermark) + ["half"]
        #expect(try await arrivals(reader, channel) == expected)
    }

    @Test func `After a message that is too long nothing is read`() async throws {
        let channel = EmbeddedChannel()
        let reader = try reader(channel, maximum: 3)
        try receive("abc\0abcd", channel)
        try receive("\0abc\0", channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(try await arrivals(reader, channel) == ["abc", "broken: tooLong"])
    }

    /// Counts the reads that reach the socket.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private(set) var reads = 0

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }
    }
}
