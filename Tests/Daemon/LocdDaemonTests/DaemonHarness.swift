import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdRecorder
import LocdServer
import LocdTestSupport
import Logging
import Testing
import Tracks

@testable import LocdConfiguration
@testable import LocdDaemon

/// A whole daemon in a directory of its own, with a scripted receiver and a clock that stands still.
struct DaemonHarness {
    let directory: String
    let receiver = ScriptedReceiver()
    let clock = ManualClock()
    let daemon: Daemon
    let client: LocdClient

    /// The lines of the track so far, all files in their order.
    var track: [String] {
        get async throws {
            await flush()
            return try Self.track(in: directory)
        }
    }

    /// Writes the lines that wait: another thread does it soon, but not before it is asked for.
    private func flush() async { try? await daemon.status.recorder?.writer.flush() }

    /// The lines of the track of a harness that may have ended, all files in their order, those of one type or all.
    static func track(in directory: String, _ type: String? = nil) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(directory)/tracks")
            .filter { $0.hasSuffix(".jsonl") && $0 != "current.jsonl" }.sorted()
            .flatMap { name in
                let bytes = try Data(contentsOf: URL(filePath: "\(directory)/tracks/\(name)"))
                return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            }
            .filter { line in type.map { line.hasPrefix(#"{"type":"\#($0)""#) } ?? true }
    }

    /// The lines of the track of one type.
    func track(_ type: String) async throws -> [String] {
        await flush()
        return try Self.track(in: directory, type)
    }

    /// Settings with which the recorder writes each fix of something that moves.
    static let everyFix = "recorder: {distanceFilter: none, holdsPositionWhenStationary: false}\n"

    /// Runs a daemon for as long as the closure runs, then ends it as SIGTERM would. Without a directory, it has one of
    /// its own, which is removed at the end.
    static func run(
        in directory: String? = nil, settings: String = "", powerSupplies: String? = nil, regions: [Region]? = nil,
        source: (any Receiver)? = nil, tracks: String = "tracks", _ body: (DaemonHarness) async throws -> Void
    ) async throws {
        guard let directory else {
            return try await TemporaryDirectory.with { directory in
                try await run(
                    in: directory, settings: settings, powerSupplies: powerSupplies, regions: regions, source: source,
                    tracks: tracks, body)
            }
        }
        let harness = try await DaemonHarness(
            in: directory, settings: settings, powerSupplies: powerSupplies, regions: regions, source: source,
            tracks: tracks)
        try await withThrowingTaskGroup { group in
            group.addTask { try? await harness.daemon.run() }
            try await body(harness)
            group.cancelAll()
        }
    }

    /// The same, and the closure begins when the recorder has started the scripted receiver.
    static func recording(
        in directory: String? = nil, settings: String = "", regions: [Region]? = nil, tracks: String = "tracks",
        _ body: (DaemonHarness) async throws -> Void
    ) async throws {
        try await run(in: directory, settings: settings, regions: regions, tracks: tracks) { harness in
            await harness.receiver.calls.wait { $0 == [.start] }
            try await body(harness)
        }
    }

    /// The machine's own supplies mean nothing to a test: where it names none, there are none. `source` is read instead
    /// of the scripted receiver. `tracks`: the directory of the track, in that of the harness.
    init(
        in directory: String, settings: String, powerSupplies: String? = nil, regions: [Region]? = nil,
        source: (any Receiver)? = nil, tracks: String = "tracks"
    ) async throws {
        self.directory = directory
        try FileManager.default.createDirectory(atPath: "\(directory)/tracks", withIntermediateDirectories: true)
        try Self.write(settings, in: directory, tracks: tracks)
        let loaded = try Configuration.load(path: "\(directory)/locd.yaml")
        daemon = try await Daemon.build(
            loaded, regions: try regions ?? loaded.configuration.regions.read() ?? [],
            clients: try loaded.configuration.clients.read(), receiver: source ?? receiver,
            clock: clock.clock, powerSupplies: powerSupplies ?? "\(directory)/none", usesBluetooth: false,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        client = LocdClient(socketPath: "\(directory)/s", timeout: .seconds(60))
    }

    /// Writes the configuration file: the places of this harness, and what a test says.
    static func write(_ settings: String, in directory: String, tracks: String = "tracks") throws {
        let places = """
            tracks: {directory: \(directory)/\(tracks), sync: always}
            state: {directory: \(directory)/state}
            regions: {file: \(directory)/regions.geojson}
            api: {socket: \(directory)/s}
            clients: {file: \(directory)/clients.yaml}

            """
        try Data((places + settings).utf8).write(to: URL(filePath: "\(directory)/locd.yaml"))
    }

    /// A session that the daemon serves: what comes behind its first reply.
    func opened(
        label: String? = nil, services: Set<SessionService> = [], settings: SessionSettings = SessionSettings()
    ) async throws -> LocationSession.Iterator {
        var updates = client.session(label: label, services: services, settings: settings, reconnection: .never)
            .makeAsyncIterator()
        _ = try await updates.next()
        return updates
    }

    /// Writes the configuration file again, and has the daemon read it.
    @discardableResult
    func reload(_ settings: String) async throws -> Result<[ConfigurationChange], ConfigurationError> {
        try Self.write(settings, in: directory)
        return await daemon.reload.reload()
    }

    /// Says the next fix, this many seconds after the one before. What is wrong once its line is written.
    func problems(afterFix count: inout Int, each seconds: Int) async throws -> [String] {
        let time = Double(seconds * count)
        if count > 0 { clock.advance(by: .seconds(seconds)) }
        receiver.say(.sample(time, north: 20 * time, speed: 20))
        count += 1
        let lines = count
        return try await status { ($0.recorder.lines ?? 0) >= lines }.problems
    }

    /// Asks over the socket until the status is as expected; the time limit of the test ends it.
    @discardableResult
    func status(until isExpected: (StatusReply) -> Bool) async throws -> StatusReply {
        while true {
            let status = try await client.status()
            if isExpected(status) { return status }
            try Task.checkCancellation()
        }
    }
}
