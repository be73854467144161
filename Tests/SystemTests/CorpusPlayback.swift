import Foundation
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import NMEA
import Receivers
import Simulator
import Subprocess
import SystemSupport

/// Plays a recording into a pseudo-terminal as fast as it is read, and collects what a receiver makes of it.
///
/// Its seconds pass in microseconds, so the receiver's clock stands still: however long the machine lets a process
/// wait, no epoch is taken for one that has ended.
struct CorpusPlayback {
    private let stage: Stage
    private let plug: Plug
    private let log = Log()

    /// A playback on a stage of its own.
    init(on stage: Stage) throws {
        self.stage = stage
        plug = try Plug()
    }

    /// What a receiver has said so far.
    private final class Log: Sendable {
        private let events = Locked<[ReceiverEvent]>([])

        func listen(to receiver: any Receiver) async {
            for await batch in receiver.events { events.withLock { $0 += batch } }
        }

        var fixes: [Fix] {
            events.withLock { $0.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
        }

        func contains(_ isIt: (ReceiverEvent) -> Bool) -> Bool {
            events.withLock { Array($0) }.contains(where: isIt)
        }

        func hasLink(_ condition: ReceiverLink.Condition) -> Bool {
            contains { if case .link(let link) = $0 { link.condition == condition } else { false } }
        }

        func hasHeading(_ direction: Double) -> Bool {
            contains { if case .heading(let heading) = $0 { heading.trueHeading == direction } else { false } }
        }
    }

    /// A terminal that a class can hold.
    private final class Plug {
        private let terminal: PseudoTerminal

        init() throws { terminal = try PseudoTerminal() }

        var path: String { terminal.path }
        var unread: Int { terminal.unread }
        var hasReader: Bool { terminal.hasReader }

        func feed(_ bytes: [UInt8], on stage: Stage) async throws {
            var rest = bytes[...]
            try await stage.until("the recording is taken", every: .milliseconds(1)) {
                // gpsd asks receivers who they are.
                terminal.discardInput()
                while !rest.isEmpty {
                    let count = try terminal.write(rest.prefix(4096))
                    if count == 0 { return false }
                    rest = rest.dropFirst(count)
                }
                return true
            }
        }
    }

    /// The fixes of `gpsd:`, with a gpsd of its own.
    func throughGPSD(_ bytes: [UInt8]) async throws -> [Fix] {
        let (gpsd, port, client) = try await openGPSD()
        let receiver = GPSDReceiver(
            GPSDAddress(host: "127.0.0.1", port: port), clock: ManualClock().clock,
            on: try ExecutorThread(named: "receiver"))
        try await collect(receiver) {
            try await plug.feed(bytes, on: stage)
            // gpsd works in turns, first its devices and then its clients: what it has read when it answers, it has
            // reported. What the terminal still holds moves up when some was read, so once is not enough.
            var turns = 0
            while turns < 4 {
                let answers = client.count(of: "\"VERSION\"")
                client.ask("?VERSION;")
                try await stage.until("gpsd answers", every: .milliseconds(5)) {
                    client.count(of: "\"VERSION\"") > answers
                }
                turns = plug.unread == 0 ? turns + 1 : 0
            }
            // The end of the connection comes behind the last report.
            gpsd.send(.terminate)
            try await stage.until("the receiver misses gpsd") { log.hasLink(.absent(.noGPSD)) }
        }
        return log.fixes
    }

    /// A gpsd that has opened the terminal: until then it throws away what is in the line. One that has not opened it
    /// after some seconds on a busy machine is replaced, and what the first two said is in the error of the third.
    private func openGPSD() async throws -> (gpsd: Child, port: UInt16, client: Client) {
        var said: [String] = []
        while true {
            let port = try stage.freePort()
            let gpsd = try await stage.gpsd(port: port, devices: [plug.path])
            let client = Client(try Socket(connectingTo: port))
            // It opens no terminal that another process has open, be it one that is just being started and has not
            // closed yet what it inherited; asked again, it tries again.
            var looks = 0
            do {
                try await stage.until("gpsd has opened the terminal", within: .seconds(20)) {
                    if looks % 50 == 0 { client.ask(#"?WATCH={"enable":true,"json":true};"#) }
                    looks += 1
                    return client.count(of: "\"activated\"") > 0
                }
                return (gpsd, port, client)
            } catch {
                said.append("\(client.text) (\(plug.hasReader ? "open" : "not open"))")
                guard said.count < 3 else { throw Unopened(said: said, cause: error) }
                await gpsd.end()
            }
        }
    }

    /// A terminal that no gpsd opened.
    private struct Unopened: Error, CustomStringConvertible {
        let said: [String]
        let cause: any Error
        var description: String { "\(cause)\n--- to its client:\n\(said.joined(separator: "\n"))" }
    }

    /// The fixes of `serial:`.
    func throughSerial(_ bytes: [UInt8]) async throws -> [Fix] {
        let receiver = SerialReceiver(
            source: SerialSource(device: plug.path, baud: 38_400), rolloverReference: LocdRelease.built.milliseconds,
            clock: ManualClock().clock, on: try ExecutorThread(named: "receiver"))
        try await collect(receiver) {
            // A next second without a fix ends the last one. A heading belongs to none and is passed on at once: when
            // it comes, all before it was read.
            let end =
                "\r\n" + Sentences.sentence("GPRMC,120000.5,V,,,,,,,010125,,,N") + Sentences.sentence("GPHDT,123.456,T")
            try await plug.feed(bytes + Array(end.utf8), on: stage)
            try await stage.until("everything is read") { log.hasHeading(123.456) }
        }
        return log.fixes
    }

    private func collect(_ receiver: any Receiver, _ body: () async throws -> Void) async throws {
        let listener = Task { [log] in await log.listen(to: receiver) }
        receiver.start()
        let result: Result<Void, any Error>
        do {
            try await stage.until("the receiver is open") { log.hasLink(.open) }
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        await receiver.stop()
        listener.cancel()
        await listener.value
        try result.get()
    }

    /// A plain client of gpsd, without libgps: it tells when gpsd is ready, and when it has caught up.
    private final class Client {
        private let socket: Socket
        private(set) var text = ""

        init(_ socket: Socket) {
            self.socket = socket
        }

        func ask(_ request: String) {
            _ = socket.write(Array(request.utf8)[...])
        }

        /// How often gpsd has said a word. Reports are not what this client is here for, but they have to be read.
        func count(of word: String) -> Int {
            while let part = socket.read(), !part.isEmpty { text += String(decoding: part, as: UTF8.self) }
            return text.ranges(of: word).count
        }
    }
}
