import Foundation
import LocationModel
import LocdServer
import LocdTestSupport
import NIOCore
import NIOEmbedded
import Testing

@testable import Sharing

/// What one program is told, by what its session says and by the clock.
struct ConversationTests {
    private let looks = Watched(0)
    private let epochs: SharedEpochs

    init() {
        epochs = SharedEpochs { [looks] in
            looks.change { $0 += 1 }
            return .several
        }
    }

    private func texts(_ frames: [StreamFrame]) -> [String] {
        let outbox = Outbox { _ in }
        outbox.put(frames)
        var texts: [String] = []
        while let bytes = outbox.next() { texts.append(String(buffer: bytes)) }
        return texts
    }

    /// A program that is served without asking may be silent for ever, and one that asked, too.
    @Test(arguments: [(false, false), (false, true), (true, false)])
    func `A program that must ask and says nothing is hung up on after a minute`(isServed: Bool, speaks: Bool) throws {
        let channel = EmbeddedChannel()
        let handler = RequestHandler(begin: {}, take: { _ in }, isServedOn: { isServed })
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/x")).wait()
        if speaks { try channel.writeInbound(ByteBuffer(string: "?")) }
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive == (isServed || speaks))
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `A reader hears each epoch in one piece, and at once that the fix is lost`() {
        let reader = NMEAConversation(epochs)
        reader.begin(isReduced: false)
        // Before the first fix it is not left in silence.
        #expect(texts(reader.tick()).map { $0.prefix(10) } == ["$GPRMC,,V,"])
        let told = texts(reader.frames([.location(.full())]))
        #expect(told.count == 1 && told[0].hasPrefix("$GPRMC,060000.000,A,") && told[0].contains("$GPZDA,"))
        // A fix that holds is not repeated: the next one is the receiver's.
        #expect(reader.tick().isEmpty && reader.tick().isEmpty)
        #expect(
            texts(reader.frames([.failure(LocationFailure(.locationUnknown))])).map { $0.prefix(10) } == ["$GPRMC,,V,"])
        #expect(reader.tick().isEmpty)
        #expect(texts(reader.tick()).count == 1)
        #expect(texts(reader.tick()).count == 1)
    }

    @Test func `Reduced accuracy is repeated with its own time, and has no satellites`() async {
        let reader = NMEAConversation(epochs)
        await refreshed()
        reader.begin(isReduced: true)
        var rough = Location(timestamp: .sample(0), coordinate: .sample)
        rough.horizontalAccuracy = 5000
        let first = texts(reader.frames([.location(rough)]))
        _ = reader.tick()
        let again = texts(reader.tick())
        #expect(first == again && first.count == 1)
        #expect(!first[0].contains("GSV") && first[0].hasPrefix("$GPRMC,060000.000,A,"))
    }

    @Test func `Another authorization forgets what was told`() {
        let reader = NMEAConversation(epochs)
        reader.begin(isReduced: false)
        _ = reader.frames([.location(.full())])
        let reduced = Authorization(.authorizedAlways, accuracy: .reducedAccuracy)
        #expect(reader.frames([.authorization(reduced)]).isEmpty)
        _ = reader.tick()
        #expect(texts(reader.tick()).map { $0.prefix(10) } == ["$GPRMC,,V,"])
    }

    @Test func `Directions of satellites go only with a location`() async {
        let reader = NMEAConversation(epochs)
        await refreshed()
        reader.begin(isReduced: false)
        #expect(texts(reader.frames([.location(.full())]))[0].contains("$GPGSV,2,1,06,01,01,003,30,"))
        let lost = texts(reader.frames([.failure(LocationFailure(.locationUnknown))]))[0]
        #expect(lost.contains("$GPGSV,2,1,06,01,,,30,07,,,30,"))
    }

    /// The view is looked at once.
    private func refreshed() async {
        let task = Task { await epochs.run() }
        // Whoever looks again has kept what it saw first.
        for look in 1...2 {
            epochs.refresh()
            await looks.wait { $0 == look }
        }
        task.cancel()
        await task.value
    }

    @Test func `A program of gpsd's is told what it watches`() {
        let program = GPSDConversation(epochs)
        #expect(texts([program.greeting].compactMap(\.self))[0].hasPrefix("{\"class\":\"VERSION\""))
        #expect(program.frames([.location(.full())]).isEmpty)
        #expect(program.tick().isEmpty)
        let (answers, asks) = program.take(Array("?WATCH={\"json\":true}".utf8))
        #expect(asks)
        #expect(
            texts(answers)[0].split(separator: "\r\n").map { $0.prefix(16) } == [
                "{\"class\":\"DEVICE", "{\"class\":\"WATCH\"",
            ])
        program.begin(isReduced: false)
        #expect(texts(program.tick()).map { $0.contains("\"mode\":1") } == [true])
        #expect(texts(program.frames([.location(.full())]))[0].contains("\"mode\":3"))
        #expect(texts(program.take(Array("?POLL;".utf8)).frames)[0].contains("\"lat\":47.5"))
        // Sentences instead.
        _ = program.take(Array("?WATCH={\"json\":false,\"nmea\":true};".utf8))
        #expect(texts(program.frames([.location(.full(1))]))[0].hasPrefix("$GPRMC"))
        let (_, still) = program.take(Array("?WATCH={\"enable\":false};".utf8))
        #expect(!still && program.frames([.location(.full(2))]).isEmpty)
    }

    @Test(arguments: [("/dev/ttyUSB0", true), ("locd", false), ("", false)])
    func `A request for another device is refused, one for no device in particular is not`(
        name: String, isRefused: Bool
    ) {
        let program = GPSDConversation(epochs)
        for request in ["?WATCH={\"device\":\"\(name)\"};", "?DEVICE={\"path\":\"\(name)\",\"cycle\":1};"] {
            let answer = texts(program.take(Array(request.utf8)).frames).joined()
            #expect(answer.contains("\"class\":\"ERROR\"") == isRefused, "\(request): \(answer)")
        }
        // As gpsd, with the devices, and the one that is watched.
        let policy = texts(program.take(Array("?WATCH;".utf8)).frames).joined().split(separator: "\r\n")
        #expect(policy.count == 2 && policy[0].hasPrefix("{\"class\":\"DEVICES\""), "\(policy)")
        #expect(policy.last?.hasSuffix("\"device\":\"locd\"}") == (name == "locd"), "\(policy)")
    }

    @Test func `A poll is answered before what a program watches: it takes the next object for the answer`() {
        for isLocated in [true, false] {
            let program = GPSDConversation(epochs)
            _ = program.take(Array("?WATCH={\"json\":true}\n?POLL;".utf8))
            program.begin(isReduced: false)
            let frames = texts(isLocated ? program.frames([.location(.full())]) : program.tick())
            #expect(frames.map { $0.prefix(13) } == ["{\"class\":\"POL", "{\"class\":\"TPV"], "\(frames)")
        }
    }

    @Test func `A poll right after WATCH is answered with the latest location, and what follows it stays in order`() {
        let program = GPSDConversation(epochs)
        let (first, asks) = program.take(Array("?WATCH={\"enable\":true}\n?POLL;?DEVICES;".utf8))
        #expect(asks && !texts(first).joined().contains("POLL"))
        program.begin(isReduced: false)
        let replies = texts(program.frames([.location(.full())])).joined().split(separator: "\r\n")
        #expect(replies.count == 2)
        #expect(replies[0].contains("\"active\":1") && replies[0].contains("\"lat\":47.5"))
        #expect(replies[1].contains("\"class\":\"DEVICES\""))
        // From then on at once, and each once.
        #expect(texts(program.take(Array("?POLL;".utf8)).frames).joined().contains("\"active\":1"))
        #expect(program.frames([.location(.full(1))]).isEmpty && program.tick().isEmpty)
    }

    @Test func `Without a location a poll waits for a second at most; of a thousand at once none is lost`() {
        let program = GPSDConversation(epochs)
        _ = program.take(Array("?WATCH={\"enable\":true};".utf8))
        let early = program.take(Array(String(repeating: "?POLL;", count: 1000).utf8)).frames
        program.begin(isReduced: false)
        let late = program.tick()
        #expect(texts(early + late).joined().components(separatedBy: "\"class\":\"POLL\"").count == 1001)
    }

    @Test func `A poll without WATCH is answered at once: nobody is watched`() {
        let program = GPSDConversation(epochs)
        let (frames, asks) = program.take(Array("?POLL;\n".utf8))
        #expect(!asks && texts(frames).joined().contains("\"active\":0"))
    }

    @Test func `Only who watches reports is served on when it sends nothing more`() {
        for (request, isStreaming) in [
            ("?WATCH={\"enable\":true}", false), ("?WATCH={\"enable\":true,\"json\":true}", true),
            ("?WATCH={\"nmea\":true}", true), ("?WATCH={\"enable\":false,\"json\":true}", false), ("?POLL;", false),
            ("", false),
        ] {
            let program = GPSDConversation(epochs)
            _ = program.take(Array((request + "\n").utf8))
            #expect(program.isStreaming == isStreaming, "\(request)")
        }
        #expect(NMEAConversation(epochs).isStreaming)
    }
}
