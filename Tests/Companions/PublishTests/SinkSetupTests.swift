import CCurl
import FoundationEssentials
import Glibc
import LocationModel
import LocdConfiguration
import LocdTestSupport
import SystemSupport
import Testing

@testable import Publish

struct SinkSetupTests {
    let directory: TemporaryDirectory
    /// Whether hundreds of connections of other tests are open: libmosquitto waits with select(2), which knows 1,024
    /// descriptors, and refuses others.
    let isCrowded: Bool

    init() throws {
        // As locd-publish does: a program that does not read its input is none of its worries, and it is told of
        // SIGTERM by other means. Programs that it starts must notice neither.
        for number in [SIGPIPE, SIGTERM] { signal(number, SIG_IGN) }
        directory = TemporaryDirectory()
        let lowest = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        isCrowded = lowest >= 800
        close(lowest)
    }

    /// What libmosquitto made of a broker.
    func withBroker(_ body: () throws -> Void) throws {
        guard isCrowded else { return try body() }
        withKnownIssue("select(2) takes no more descriptors", isIntermittent: true) { try body() }
    }

    func file(_ text: String, mode: mode_t = 0o600) throws -> String {
        let path = directory.path + "/secret"
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, mode)
        return path
    }

    func sink(_ path: String) -> PublishSink {
        var sink = PublishSink(name: "x", kind: .traccar)
        sink.passwordFile = path
        return sink
    }

    @Test func `A password is one line`() throws {
        #expect(try Secret.password(of: sink(try file("geheim\n")), credentials: nil) == "geheim")
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620]) func `A password that others may read is refused`(mode: mode_t)
        throws
    {
        let path = try file("geheim\n", mode: mode)
        let failure = #expect(throws: SinkFailure.self) { try Secret.password(of: sink(path), credentials: nil) }
        #expect(failure?.remedy.contains("chmod 600") == true)
        #expect(failure?.description.contains("geheim") == false)
    }

    @Test(arguments: ["", "\n", "a\0b"]) func `What is no password is refused`(text: String) throws {
        let path = try file(text)
        #expect(throws: SinkFailure.self) { try Secret.password(of: sink(path), credentials: nil) }
    }

    @Test func `A credential comes from systemd`() throws {
        _ = try file("geheim")
        var sink = PublishSink(name: "x", kind: .traccar)
        sink.passwordCredential = "secret"
        #expect(try Secret.password(of: sink, credentials: directory.path) == "geheim")
        #expect(throws: SinkFailure.self) { try Secret.password(of: sink, credentials: nil) }
    }

    @Test(arguments: [
        ("\r\n<!DOCTYPE html>", true), ("<html>", true), ("[]", false), ("OK", false), ("[\"<\"]", false), ("", false),
        ("\u{FEFF}<html>", true), ("\u{FEFF}[]", false),
    ])
    func `The login page of a network acknowledges nothing`(answer: String, isPage: Bool) {
        #expect(HTTPConnection.isPage(Array(answer.utf8)) == isPage)
    }

    @Test func `Records go to a program`() throws {
        var sink = PublishSink(name: "x", kind: .command)
        sink.device = "van"
        sink.command = ["/bin/sh", "-c", "cat > \(directory.path)/lines"]
        let driver = CommandSink(sink, identity: DeviceIdentity(sink, machine: ""))
        let records = (0..<3).map { PublishedRecord(.location(place($0))) }
        _ = try driver.deliver(records, isBacklog: true, at: place(3).timestamp)
        #expect(try directory.text("lines").split(separator: "\n").count == 3)
        sink.command = ["/bin/false"]
        let other = CommandSink(sink, identity: DeviceIdentity(sink, machine: ""))
        let failure = #expect(throws: SinkFailure.self) {
            try other.deliver(records, isBacklog: true, at: place(3).timestamp)
        }
        #expect(failure?.code == .command)
    }

    /// With TLS the library would try for the whole timeout, on a whole core.
    @Test(arguments: ["mqtt", "mqtts"]) func `A broker that refuses is unreachable at once`(scheme: String) throws {
        // Bound and not listening: nobody else gets the port.
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        try #require(LoopbackAddress().withPointer { bind(socket, $0, $1) } == 0)
        var sink = PublishSink(name: "x", kind: .mqtt)
        sink.url = "\(scheme)://127.0.0.1:\(LoopbackAddress.port(of: socket))"
        sink.timeout = 5
        SinkDrivers.prepare()
        let driver = try MQTTSink(sink, identity: DeviceIdentity(sink, machine: "box"), credentials: nil)
        try withBroker {
            let failure = #expect(throws: SinkFailure.self) { try driver.connect() }
            #expect(failure?.code == .unreachable)
        }
    }

    /// As at a site whose resolver hangs.
    @Test(arguments: [false, true]) func `A name service that does not answer holds nobody up`(isStopped: Bool) throws {
        let broker = try #require(BrokerAddress("mqtt://broker"))
        let (stop, hang) = (StopSignal(), StopSignal())
        defer { hang.give() }
        if isStopped { stop.give() }
        let end = SystemClock.sinceBoot + (isStopped ? .seconds(3600) : .milliseconds(50))
        let failure = #expect(throws: SinkFailure.self) {
            try broker.routes(until: end, stop: stop) { _ in
                var wait = pollfd(fd: hang.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wait, 1, -1)
                return []
            }
        }
        #expect(failure == (isStopped ? .stopped : .noNameService))
    }

    @Test func `The second address of a broker is tried when the first is dead`() throws {
        let plain = try #require(BrokerAddress("mqtt://broker"))
        #expect(plain.ways(to: ["2001:db8::1", "192.0.2.1"]).map(\.host) == ["2001:db8::1", "192.0.2.1"])
        #expect(plain.ways(to: ["192.0.2.1"]) == [BrokerAddress.Route(host: "broker")])
        let secure = try #require(BrokerAddress("mqtts://broker"))
        let routes = secure.ways(to: ["2001:db8::1", "2001:db8::2", "192.0.2.1"])
        #expect(routes.map(\.own) == ["::", "0.0.0.0"] && routes.allSatisfy { $0.host == "broker" })

        // Nobody listens on 127.0.0.2.
        let broker = try FakeBroker()
        var sink = PublishSink(name: "x", kind: .mqtt)
        sink.url = "mqtt://broker:\(broker.port)"
        sink.timeout = 20
        SinkDrivers.prepare()
        let connection = try MQTTConnection(
            sink, clientID: "x", will: MQTTConnection.Message(topic: "x", body: [], isRetained: false),
            subscription: nil, credentials: nil, stop: StopSignal())
        try withBroker {
            try connection.connect(over: ["127.0.0.2", "127.0.0.1"].map { BrokerAddress.Route(host: $0) })
            #expect(connection.isConnected)
        }
    }

    /// Messages that nobody subscribed to, or a packet of 16 MiB.
    @Test(.timeLimit(.minutes(15)), arguments: [false, true])
    func `A broker that sends without end loses the connection`(isOnePacket: Bool) throws {
        let message: [UInt8] = [0x30, 4, 0, 1, 0x78, 0x79]
        let packet: [UInt8] = [0x30, 0xFF, 0xFF, 0xFF, 7, 0, 1, 0x78] + [UInt8](repeating: 0, count: 100_000)
        let broker = try FakeBroker(
            sending: isOnePacket ? packet : Array(repeatElement(message, count: 1000).joined()))
        var sink = PublishSink(name: "x", kind: .mqtt)
        sink.url = "mqtt://127.0.0.1:\(broker.port)"
        SinkDrivers.prepare()
        let driver = try MQTTSink(sink, identity: DeviceIdentity(sink, machine: "box"), credentials: nil)
        try withBroker {
            let failure = #expect(throws: SinkFailure.self) {
                try driver.connect()
                while true { _ = try driver.serve(at: place(0).timestamp, mayTalk: true) }
            }
            #expect(failure?.what == "the broker sends much more than it is asked for")
        }
    }

    /// With TLS the answer to a ping takes 24 to 31 bytes.
    @Test func `A broker that answers pings for months keeps the connection`() {
        let minutes = 200 * 24 * 60
        #expect(MQTTConnection.mostBytes(after: .seconds(minutes * 60), published: 0) > minutes * 31)
        #expect(MQTTConnection.mostBytes(after: .zero, published: 0) < 1 << 20)
    }

    @Test func `A name service that is down is no wrong name`() throws {
        let connection = try HTTPConnection(
            PublishSink(name: "x", kind: .traccar), headers: [], userAgent: "x", credentials: nil, stop: StopSignal())
        var answer = ccurl_answer()
        answer.outcome = CCURL_NO_NAMES
        #expect(connection.failure(answer).what == "the name service does not answer")
        answer.outcome = CCURL_UNRESOLVED
        #expect(connection.failure(answer).what == "the name of the server has no address")
    }

    /// A folder above it gets another name and is made anew, or a disk is mounted there.
    @Test func `A directory that is another one now is watched no more`() throws {
        let (above, path) = (directory.path + "/above", directory.path + "/above/tracks")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let watch = try #require(DirectoryWatch(path))
        #expect(!watch.read().needsRescan && !watch.isOver)
        try FileManager.default.moveItem(atPath: above, toPath: directory.path + "/before")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        _ = watch.read()
        #expect(watch.isOver)
    }

    @Test func `Regions are read again when they change and nothing is known while they cannot be read`() throws {
        let path = directory.path + "/regions.geojson"
        var source = RegionsSource(path: path)
        #expect(try source.changes() == [])
        #expect(try source.changes() == nil)
        try Data("{".utf8).write(to: URL(filePath: path))
        #expect(throws: SinkFailure.self) { try source.changes() }
        #expect(throws: SinkFailure.self) { try source.changes() }
        let text =
            "{\"type\":\"Feature\",\"id\":\"home\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.5,47.5]},"
            + "\"properties\":{\"radius\":100,\"private\":true}}"
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(try source.changes()?.map(\.identifier) == ["home"])
        #expect(try source.changes() == nil)
        unlink(path)
        // Whoever replaces it may remove it first.
        for second in [10, 69] {
            #expect(throws: SinkFailure.self) { try source.changes(at: .seconds(second)) }
        }
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(try source.changes(at: .seconds(70))?.map(\.identifier) == ["home"])
        unlink(path)
        #expect(throws: SinkFailure.self) { try source.changes(at: .seconds(80)) }
        #expect(try source.changes(at: .seconds(140)) == [])
        #expect(try source.changes(at: .seconds(141)) == nil)
    }
}

/// Who sends, so that the unit can go on with the cursors.
@Suite struct StateOwnerTests {
    @Test(
        arguments: [(0, 990, 990), (0, 0, nil), (0, nil, nil), (1000, 990, nil), (990, 990, nil)]
            as [(uid_t, uid_t?, uid_t?)])
    func `Root becomes the owner of the cursors, nobody else becomes anybody`(
        user: uid_t, owner: uid_t?, expected: uid_t?
    ) {
        #expect(StateOwner.successor(of: user, owner: owner) == expected)
    }
}
