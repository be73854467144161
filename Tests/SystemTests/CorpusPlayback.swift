import Foundation
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Receivers
import Subprocess

/// Plays a recording into a pseudo-terminal as fast as it is read, and collects what a receiver makes of it.
enum CorpusPlayback {
    /// A wait that came to nothing.
    struct Expired: Error, CustomStringConvertible {
        let description: String
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
    }

    /// The fixes of `gpsd:`, with a gpsd of its own.
    static func throughGPSD(_ bytes: [UInt8]) async throws -> [Fix] {
        let plug = try Plug()
        guard let port = CorpusClient.freePort() else { throw Expired(description: "no free port") }
        let log = Log()
        // By the shell, because a service's folder need not be in a person's PATH.
        _ = try await run(
            .name("env"),
            arguments: [
                "PATH=/usr/sbin:/sbin:/usr/local/sbin:/usr/bin:/bin", "gpsd", "-N", "-n", "-b", "-S", "\(port)",
                plug.path,
            ], input: .none, output: .discarded, error: .discarded
        ) { execution in
            let client = try await until("gpsd listens") { CorpusClient(port: port) }
            client.ask(#"?WATCH={"enable":true,"json":true};"#)
            try await until("gpsd has opened the terminal") { client.count(of: "\"activated\"") > 0 ? true : nil }
            let receiver = GPSDReceiver(GPSDAddress(host: "127.0.0.1", port: port), clock: .system())
            try await collect(receiver, log) {
                try await until("the receiver is open") { log.hasLink(.open) ? true : nil }
                try await plug.feed(bytes)
                // gpsd works in turns, first its devices and then its clients: what it has read when it answers, it has
                // reported. What the terminal still holds moves up when some was read, so once is not enough.
                var turns = 0
                while turns < 4 {
                    let answers = client.count(of: "\"VERSION\"")
                    client.ask("?VERSION;")
                    try await until("gpsd answers") { client.count(of: "\"VERSION\"") > answers ? true : nil }
                    turns = plug.unread == 0 ? turns + 1 : 0
                }
                // The end of the connection comes behind the last report.
                try execution.send(signal: .terminate)
                try await until("gpsd is gone") { log.hasLink(.absent(.noGPSD)) ? true : nil }
            }
        }
        return log.fixes
    }

    /// A terminal that can be pulled out.
    private final class Plug {
        private var terminal: PseudoTerminal?

        init() throws { terminal = try PseudoTerminal() }

        var path: String { terminal?.path ?? "" }

        func feed(_ bytes: [UInt8]) async throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = try terminal?.write(rest.prefix(4096)) ?? 0
                rest = rest.dropFirst(count)
                terminal?.discardInput()
                if count == 0 { try await Task.sleep(for: .milliseconds(1)) }
            }
        }

        var unread: Int { terminal?.unread ?? 0 }

        func pull() { terminal = nil }
    }

    /// The fixes of `serial:`.
    static func throughSerial(_ bytes: [UInt8]) async throws -> [Fix] {
        let plug = try Plug()
        let receiver = SerialReceiver(
            source: SerialSource(device: plug.path, baud: 38_400), rolloverReference: LocdRelease.built.milliseconds)
        let log = Log()
        try await collect(receiver, log) {
            try await until("the port is open") { log.hasLink(.open) ? true : nil }
            // A heading is passed on at once and belongs to no epoch: when it comes, all before it was read.
            let mark = "GPHDT,123.456,T"
            let checksum = String(format: "%02X", mark.utf8.reduce(0, ^))
            try await plug.feed(bytes + Array("\r\n$\(mark)*\(checksum)\r\n".utf8))
            try await until("everything is read") {
                log.contains { if case .heading(let heading) = $0 { heading.trueHeading == 123.456 } else { false } }
                    ? true : nil
            }
            plug.pull()
            try await until("its absence is seen") { log.hasLink(.absent(.unplugged)) ? true : nil }
        }
        return log.fixes
    }

    private static func collect(
        _ receiver: any Receiver, _ log: Log, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async throws {
        let listener = Task { await log.listen(to: receiver) }
        receiver.start()
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await receiver.stop()
        listener.cancel()
        await listener.value
        try result.get()
    }

    /// Looks again and again until there is an answer: programs outside have no clock of ours.
    @discardableResult private static func until<Value>(_ what: String, _ look: () -> Value?) async throws -> Value {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            if let value = look() { return value }
            guard ContinuousClock.now < deadline else { throw Expired(description: "not within a minute: \(what)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
