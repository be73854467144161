import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

/// A gpsd of a few words on a port of the loopback: VERSION on connecting; DEVICES and WATCH when asked to watch; and
/// whatever a test makes it say. It works on a thread of its own, woken by sockets and by the test, never by a timer.
final class GPSDFake: Sendable {
    /// How many clients watch.
    let watchers = Watched(0)
    /// The commands that came.
    let requests = Watched<[String]>([])
    /// The port on 127.0.0.1.
    let port: UInt16

    private enum Order: Sendable {
        case say(String)
        case hangUp
        case end
    }

    private let listener: Int32
    private let wake: WakeDescriptor
    private let orders = Locked<[Order]>([])
    private let thread = Locked<Task<Void, Never>?>(nil)
    private let devices: String
    /// Whether it never says a word.
    private let isMute: Bool
    /// What it says of the devices that it has: one with a receiver on it.
    static let oneDevice = #"{"path":"/dev/null","activated":"2026-11-21T06:00:00.000Z","driver":"NMEA0183"}"#

    /// Listens on `port`, or on one that is free.
    init?(port: UInt16 = 0, isMute: Bool = false, devices: String = GPSDFake.oneDevice) {
        guard let wake = try? WakeDescriptor() else { return nil }
        self.wake = wake
        self.devices = devices
        self.isMute = isMute
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        let file = listener
        let isListening = LoopbackAddress(port: port).withPointer { bind(file, $0, $1) } == 0 && listen(file, 8) == 0
        self.port = LoopbackAddress.port(of: file)
        guard isListening, let thread = try? ExecutorThread(named: "gpsd").run({ [self] in work() }) else {
            close(listener)
            return nil
        }
        self.thread.withLock { $0 = thread }
    }

    /// Says one line to everybody who watches.
    func say(_ line: String, end: String = "\r\n") {
        order(.say(line + end))
    }

    /// Says a TPV of a second of the sample day.
    func report(second: Int, device: String = "/dev/null", north: Int = 0) {
        let time = Timestamp.sample(Double(second))
        say(
            #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(time)","lat":47.5,"lon":8.5,"altMSL":450.0,"#
                + #""altHAE":497.0,"epx":1.0,"epy":1.0,"epv":5.0,"eph":9.5,"speed":\#(north).0,"track":12.0}"#)
    }

    /// Closes every connection.
    func hangUp() {
        order(.hangUp)
    }

    /// Ends, and frees the port.
    func end() async {
        order(.end)
        await thread.withLock(\.self)?.value
    }

    private func order(_ order: Order) {
        orders.withLock { $0.append(order) }
        wake.signal()
    }

    private struct Client {
        let file: Int32
        var isWatching = false
    }

    private func work() {
        var clients: [Client] = []
        defer {
            for client in clients { close(client.file) }
            close(listener)
        }
        while true {
            var files = [listener, wake.descriptor] + clients.map(\.file)
            var descriptors = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { continue }
            files = zip(files, descriptors).filter { $0.1.revents != 0 }.map(\.0)
            if files.contains(wake.descriptor) {
                wake.clear()
                let due = orders.withLock { orders in
                    defer { orders = [] }
                    return orders
                }
                for order in due {
                    switch order {
                    case .say(let text):
                        for client in clients where client.isWatching { Self.write(text, to: client, end: "") }
                    case .hangUp:
                        // Before the clients know: a test waits for the next watcher then.
                        watchers.change { $0 = 0 }
                        for client in clients { close(client.file) }
                        clients = []
                    case .end: return
                    }
                }
                continue
            }
            if files.contains(listener) {
                let client = Client(file: accept(listener, nil, nil))
                if !isMute {
                    Self.write(
                        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
                        to: client)
                }
                clients.append(client)
            }
            for index in clients.indices.reversed() where files.contains(clients[index].file) { serve(index, &clients) }
        }
    }

    private func serve(_ index: Int, _ clients: inout [Client]) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(clients[index].file, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            close(clients[index].file)
            clients.remove(at: index)
            let watching = clients.count(where: \.isWatching)
            watchers.change { $0 = watching }
            return
        }
        let request = String(decoding: buffer.prefix(count), as: UTF8.self)
        requests.change { $0.append(request) }
        guard !isMute, request.contains("?WATCH"), request.contains(#""enable":true"#) else { return }
        Self.write(#"{"class":"DEVICES","devices":[\#(devices)]}"#, to: clients[index])
        Self.write(#"{"class":"WATCH","enable":true,"json":true}"#, to: clients[index])
        clients[index].isWatching = true
        let watching = clients.count(where: \.isWatching)
        watchers.change { $0 = watching }
    }

    private static func write(_ line: String, to client: Client, end: String = "\r\n") {
        let bytes = Array((line + end).utf8)
        _ = send(client.file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

extension GPSDFake {
    /// A receiver, started, whose events are gathered; stopped after the body.
    static func listening(
        to address: GPSDAddress, _ body: (Watched<[ReceiverEvent]>) async throws -> Void
    ) async throws {
        let receiver = GPSDReceiver(address, clock: .system(), on: try ExecutorThread(named: "receiver"))
        let said = Watched<[ReceiverEvent]>([])
        let listener = Task {
            for await batch in receiver.events { said.change { $0 += batch } }
        }
        defer { listener.cancel() }
        receiver.start()
        do {
            try await body(said)
        } catch {
            await receiver.stop()
            throw error
        }
        await receiver.stop()
    }

    /// The same for a receiver at this gpsd, from when it watches.
    func listening(
        device: String? = nil, _ body: (Watched<[ReceiverEvent]>) async throws -> Void
    ) async throws {
        try await Self.listening(to: GPSDAddress(host: "127.0.0.1", port: port, device: device)) { said in
            await watchers.wait { $0 == 1 }
            try await body(said)
        }
    }

    /// The same for a gpsd that ends after the body.
    static func listening(
        devices: String = GPSDFake.oneDevice, device: String? = nil,
        _ body: (GPSDFake, Watched<[ReceiverEvent]>) async throws -> Void
    ) async throws {
        let fake = try #require(GPSDFake(devices: devices))
        try await fake.listening(device: device) { try await body(fake, $0) }
        await fake.end()
    }
}
