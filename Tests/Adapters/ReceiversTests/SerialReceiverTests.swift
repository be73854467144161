import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import NMEA
import SystemSupport
import Testing

@testable import Receivers

/// Takes what a receiver says, one event after the other.
private struct Listener {
    private var iterator: ReceiverEvents.Iterator
    private var waiting: ArraySlice<ReceiverEvent> = []

    init(_ receiver: SerialReceiver) {
        iterator = receiver.events.makeAsyncIterator()
    }

    /// The next event that is not passed over.
    mutating func next(where isWanted: (ReceiverEvent) -> Bool) async -> ReceiverEvent? {
        while true {
            while let event = waiting.popFirst() { if isWanted(event) { return event } }
            guard let batch = await iterator.next() else { return nil }
            waiting = batch[...]
        }
    }

    /// The next state of the link, as it is.
    mutating func link() async -> ReceiverLink? {
        guard case .link(let link)? = await next(where: { if case .link = $0 { true } else { false } }) else {
            return nil
        }
        return link
    }

    /// The link once it is in a condition.
    mutating func link(_ condition: ReceiverLink.Condition) async -> ReceiverLink? {
        while let link = await link() { if link.condition == condition { return link } }
        return nil
    }

    mutating func fix() async -> Fix? {
        guard case .fix(let fix)? = await next(where: { if case .fix = $0 { true } else { false } }) else { return nil }
        return fix
    }
}

@Suite(.timeLimit(.minutes(15))) struct SerialReceiverTests {
    private let thread: ExecutorThread
    private let directory = TemporaryDirectory()
    /// Another name for a terminal.
    private var link: String { directory.path + "/gps" }

    init() throws { thread = try ExecutorThread(named: "receiver") }

    private func receiver(on device: String, baud: Int? = nil) -> SerialReceiver {
        SerialReceiver(source: SerialSource(device: device, baud: baud), clock: .system(), on: thread)
    }

    /// A receiver that has had two fixes from a terminal under another name.
    private func receiving(from terminal: SerialTerminal) async throws -> (SerialReceiver, Listener) {
        #expect(symlink(terminal.device, link) == 0)
        let receiver = receiver(on: link)
        var listener = Listener(receiver)
        receiver.start()
        _ = await listener.link(.open)
        terminal.write(epoch("060000") + epoch("060001"))
        _ = await listener.fix()
        _ = await listener.fix()
        return (receiver, listener)
    }

    @Test(arguments: [nil, 4800]) func `A terminal that enforces no speed works at once`(_ baud: Int?) async throws {
        let terminal = try #require(SerialTerminal())
        let receiver = receiver(on: terminal.device, baud: baud)
        var listener = Listener(receiver)
        receiver.start()
        #expect(await listener.link()?.condition == .opening)
        #expect(await listener.link()?.condition == .open)
        terminal.write(epoch("060000") + epoch("060001"))
        let link = await listener.link(.open)
        #expect(link?.driver == "NMEA0183" && link?.device == terminal.device)
        #expect(link?.detail == "\(baud ?? 9600) baud")
        let fix = try #require(await listener.fix())
        #expect(fix.mode == .fix3D && fix.timestamp == Timestamp(rfc3339: "2026-11-21T06:00:00Z".utf8))
        #expect(fix.coordinate == Coordinate(latitude: 47.5, longitude: 8.5))
        #expect(fix.satellitesUsed == 8 && fix.ellipsoidalAltitude == 497 && fix.isSimulated == false)
        // The second one's end is known: no third is needed.
        #expect(await listener.fix()?.timestamp == Timestamp(rfc3339: "2026-11-21T06:00:01Z".utf8))
        await receiver.stop()
        #expect(await listener.link()?.condition == .released)
        terminal.unplug()
    }

    @Test func `An unplugged receiver is found again under its name`() async throws {
        let first = try #require(SerialTerminal())
        let (receiver, listening) = try await receiving(from: first)
        var listener = listening

        // Pulled out within an epoch and a sentence. The heading shows that the epoch's beginning was read.
        first.write(epoch("060002").prefix { $0 != "\r\n" } + "\r\n" + sentence("GPHDT,90.0,T") + "$GPRMC,0600")
        _ = await listener.next { if case .heading = $0 { true } else { false } }

        let second = try #require(SerialTerminal())
        unlink(link)
        first.unplug()
        #expect(await listener.link(.absent(.unplugged))?.device == link)
        #expect(symlink(second.device, link) == 0)
        #expect(await listener.link(.open) != nil)
        second.write(epoch("060009"))
        // The cycle was learned before: the first epoch is complete with its last sentence.
        #expect(await listener.fix()?.timestamp == Timestamp(rfc3339: "2026-11-21T06:00:09Z".utf8))
        await receiver.stop()
        second.unplug()
    }

    @Test func `Another receiver on the port needs no checksums`() async throws {
        let (first, second) = (try #require(SerialTerminal()), try #require(SerialTerminal()))
        let (receiver, listening) = try await receiving(from: first)
        var listener = listening
        unlink(link)
        first.unplug()
        #expect(await listener.link(.absent(.unplugged)) != nil)
        #expect(symlink(second.device, link) == 0)
        #expect(await listener.link(.open) != nil)
        let bare = (epoch("060009") + epoch("060010")).split(separator: "\r\n").map { $0.dropLast(3) + "\r\n" }
        second.write(bare.joined() + sentence("GPHDT,90.0,T"))
        let event = await listener.next { if case .link = $0 { false } else { true } }
        guard case .fix(let fix)? = event else { Issue.record("\(event as Any)"); return }
        #expect(fix.timestamp == Timestamp(rfc3339: "2026-11-21T06:00:09Z".utf8))
        await receiver.stop()
        second.unplug()
    }

    @Test func `A receiver that went while it was released is unplugged too`() async throws {
        let terminal = try #require(SerialTerminal())
        let (receiver, listening) = try await receiving(from: terminal)
        var listener = listening
        await receiver.stop()
        unlink(link)
        terminal.unplug()
        receiver.start()
        #expect(await listener.link(.opening) != nil)
        #expect(await listener.link()?.condition == .absent(.unplugged))
        await receiver.stop()
    }

    @Test func `Missing files are absent and retried`() async {
        let receiver = receiver(on: "/nonexistent/locd-test")
        var listener = Listener(receiver)
        receiver.start()
        #expect(await listener.link()?.condition == .opening)
        let link = await listener.link()
        #expect(link?.condition == .absent(.noDevice))
        #expect(link?.detail?.contains("/nonexistent/locd-test") == true)
        await receiver.stop()
        // Said once, however often it was tried.
        #expect(await listener.link()?.condition == .released)
    }

    /// Docker makes a folder where a device is missing, and `echo > /dev/ttyUSB0` a file.
    @Test(arguments: ["/dev/null", "/tmp"]) func `Files that are not serial ports are no device`(path: String) async {
        let receiver = receiver(on: path)
        var listener = Listener(receiver)
        receiver.start()
        let link = await listener.link(.absent(.noDevice))
        #expect(link?.detail?.contains("not a serial port") == true)
        await receiver.stop()
    }

    @Test func `Start and stop are idempotent and may be repeated`() async throws {
        let terminal = try #require(SerialTerminal())
        let receiver = receiver(on: terminal.device)
        var listener = Listener(receiver)
        await receiver.stop()
        for _ in 0..<20 {
            receiver.start()
            receiver.start()
            #expect(await listener.link()?.condition == .opening)
            #expect(await listener.link()?.condition == .open)
            #expect(terminal.isOpen)
            await receiver.stop()
            #expect(!terminal.isOpen)
            await receiver.stop()
            #expect(await listener.link()?.condition == .released)
        }
        terminal.unplug()
    }

    @Test func `A start during a stop starts again`() async throws {
        let terminal = try #require(SerialTerminal())
        let receiver = receiver(on: terminal.device)
        var listener = Listener(receiver)
        receiver.start()
        _ = await listener.link(.open)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await receiver.stop() } }
        }
        receiver.start()
        #expect(await listener.link(.released) != nil)
        #expect(await listener.link(.open) != nil)
        await receiver.stop()
        terminal.unplug()
    }

    @Test func `A day that is not the receiver's is said to be`() async throws {
        let terminal = try #require(SerialTerminal())
        let receiver = SerialReceiver(
            source: SerialSource(device: terminal.device), clock: .system(), on: thread,
            presumedMoment: { 1_795_219_200_000 + 7 * 3_600_000 })
        var listener = Listener(receiver)
        receiver.start()
        _ = await listener.link(.open)
        for second in 0..<3 {
            terminal.write(sentence("GPGGA,06000\(second),4730.0000,N,00830.0000,E,1,08,0.9,450.0,M,47.0,M,,"))
        }
        var link = await listener.link()
        while let said = link, said.detail?.contains("no date") != true { link = await listener.link() }
        #expect(link?.condition == .open)
        #expect(await listener.fix()?.timestamp == Timestamp(rfc3339: "2026-11-21T06:00:00Z".utf8))
        await receiver.stop()
        terminal.unplug()
    }

    @Test func `A receiver that is forgotten lets go`() async throws {
        let terminal = try #require(SerialTerminal())
        var receiver: SerialReceiver? = receiver(on: terminal.device)
        let events = try #require(receiver?.events)
        receiver?.start()
        receiver = nil
        // The stream ends: its thread was told to end, and nobody can say anything more.
        for await _ in events {}
        terminal.unplug()
    }

    @Test func `What is refused beside positions is named, and no longer afterwards`() async throws {
        let terminal = try #require(SerialTerminal())
        let clock = ManualClock()
        let receiver = SerialReceiver(source: SerialSource(device: terminal.device), clock: clock.clock, on: thread)
        var listener = Listener(receiver)
        receiver.start()
        _ = await listener.link(.open)
        terminal.write(epoch("060000") + epoch("060001") + "$GPGSV,1,1,00*00\r\n$GPGSV,1,1,00*00\r\n")
        #expect(await listener.fix()?.mode == .fix3D)
        clock.advance(by: .seconds(31))
        terminal.write(epoch("060002") + epoch("060003"))
        #expect(await listener.link(.open)?.refused?.hasPrefix("2 refused with a wrong checksum") == true)
        clock.advance(by: .seconds(31))
        terminal.write(epoch("060004") + epoch("060005"))
        let link = await listener.link(.open)
        #expect(link != nil && link?.refused == nil && link?.driver == "NMEA0183")
        await receiver.stop()
        terminal.unplug()
    }

    @Test func `Data without a position is named and not called silence`() async throws {
        let terminal = try #require(SerialTerminal())
        let clock = ManualClock()
        let receiver = SerialReceiver(
            source: SerialSource(device: terminal.device, checksums: .required), clock: clock.clock, on: thread)
        var listener = Listener(receiver)
        receiver.start()
        _ = await listener.link(.open)
        let bus =
            sentence("WIMWV,200.0,R,12.0,N,A")
            + "!AIVDM,1,1,,1,,0*56\r\n$GPRMC,060000,A,4730.0,N,00830.0,E,1,2,211126\r\n"
        terminal.write(bus)
        #expect(await listener.link(.open)?.driver == "NMEA0183")
        clock.advance(by: .seconds(6))
        terminal.write(bus)
        let detail = await listener.link(.failing(.unreadable))?.detail ?? ""
        #expect(detail.hasPrefix("data, but no position: ") && detail.contains("without a position"))
        #expect(detail.contains("AIS") && detail.contains("checksum=optional"))
        terminal.write(epoch("060000") + epoch("060001"))
        #expect(await listener.link(.open)?.driver == "NMEA0183")
        #expect(await listener.fix()?.mode == .fix3D)
        await receiver.stop()
        terminal.unplug()
    }
}
