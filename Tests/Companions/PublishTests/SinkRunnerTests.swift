import Glibc
import LocationModel
import LocdTestSupport
import SystemSupport
import Testing

@testable import Publish

struct SinkRunnerTests {
    private let folder: TrackFolder
    private var configuration = PublishConfiguration()

    init() throws {
        folder = try TrackFolder()
        try folder.append(header + line(0), to: "2026-11-20.jsonl")
        configuration.tracks = folder.tracks
        configuration.state = folder.state
        configuration.regions = folder.directory.path + "/regions.geojson"
    }

    /// A server that accepts connections and says nothing.
    private static func silent() throws -> (socket: Int32, sink: PublishSink) {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(LoopbackAddress().withPointer { bind(socket, $0, $1) } == 0 && listen(socket, 1) == 0)
        var sink = PublishSink(name: "x", kind: .traccar)
        sink.url = "http://127.0.0.1:\(LoopbackAddress.port(of: socket))"
        sink.timeout = 30
        return (socket, sink)
    }

    @Test(.timeLimit(.minutes(15))) func `A server that is silent holds up sending once no longer than it may take`()
        throws
    {
        let (socket, sink) = try Self.silent()
        defer { close(socket) }
        let file = folder.directory.path + "/status.json"
        let board = StatusBoard([SinkStatus(name: "x", type: "traccar")], file: file)
        let runner = SinkRunner(
            sink, of: configuration, mode: .once(timeout: 1), stop: StopSignal(), board: board, credentials: nil)
        #expect(!runner.run())
        #expect(PublishStatus(path: file)?.sinks.first?.lastError?.what == "no answer within 1 s")
    }

    @Test(.timeLimit(.minutes(15))) func `A request in flight is given up when it is stopped and is no failure`() throws
    {
        let (socket, sink) = try Self.silent()
        defer { close(socket) }
        let stop = StopSignal()
        _ = try ExecutorThread(named: "silent").run {
            let connection = accept(socket, nil, nil)
            stop.give()
            // Until the other end closes the connection.
            var byte: UInt8 = 0
            while recv(connection, &byte, 1, 0) > 0 {}
            close(connection)
        }
        let file = folder.directory.path + "/status.json"
        let board = StatusBoard([SinkStatus(name: "x", type: "traccar")], file: file)
        let runner = SinkRunner(sink, of: configuration, mode: .run, stop: stop, board: board, credentials: nil)
        #expect(!runner.run())
        let status = try #require(PublishStatus(path: file)?.sinks.first)
        #expect(status.state == .stopped && status.lastError == nil)
    }

    /// For cron: what a broker keeps is withdrawn also if no record waits. Here nobody listens.
    @Test(arguments: [PublishSink.Kind.mqtt, .homeAssistant])
    func `Sending once is not done before a place that became private is withdrawn`(_ kind: PublishSink.Kind) throws {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        try #require(LoopbackAddress().withPointer { bind(socket, $0, $1) } == 0)
        SinkDrivers.prepare()
        func isAllSent(_ sink: PublishSink, timeout: Double) -> Bool {
            let board = StatusBoard([SinkStatus(name: "x", type: "x")], file: folder.directory.path + "/status.json")
            return SinkRunner(
                sink, of: configuration, mode: .once(timeout: timeout), stop: StopSignal(), board: board,
                credentials: nil
            ).run()
        }
        // A backlog is not retained.
        var live = JSONLine()
        live.append(.location(Location(timestamp: WallClock.now, coordinate: place(0).coordinate)))
        try folder.append(String(decoding: live.bytes, as: UTF8.self), to: "\(WallClock.now.day).jsonl")
        var program = PublishSink(name: "x", kind: .command)
        program.command = ["/bin/sh", "-c", "cat > /dev/null"]
        #expect(isAllSent(program, timeout: 60))
        var broker = PublishSink(name: "x", kind: kind)
        broker.url = "mqtt://127.0.0.1:\(LoopbackAddress.port(of: socket))"
        #expect(isAllSent(broker, timeout: 60), "nobody is asked for nothing")
        let home =
            #"{"type":"Feature","id":"home","properties":{"radius":1000,"private":true},"#
            + #""geometry":{"type":"Point","coordinates":[8.5,47.5]}}"#
        try folder.replace("../regions.geojson", with: #"{"type":"FeatureCollection","features":[\#(home)]}"#)
        #expect(!isAllSent(broker, timeout: 0.1))
    }

    /// The program that takes the only record spoils the file that says what is private.
    @Test func `What cannot be read is tried again after a pause`() throws {
        var sink = PublishSink(name: "x", kind: .command)
        sink.firstRetry = 60
        sink.command = ["/bin/sh", "-c", "cat > /dev/null; echo { > \(configuration.regions)"]
        let file = folder.directory.path + "/status.json"
        let board = StatusBoard([SinkStatus(name: "x", type: "command")], file: file)
        let runner = SinkRunner(
            sink, of: configuration, mode: .once(timeout: 1), stop: StopSignal(), board: board, credentials: nil)
        #expect(!runner.run())
        let status = try #require(PublishStatus(path: file)?.sinks.first)
        #expect(status.acknowledged == 1)
        #expect(status.failures <= 1)
    }
}
