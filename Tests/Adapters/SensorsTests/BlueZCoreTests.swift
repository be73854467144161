import Bus
import LocationModel
import Testing

@testable import Sensors

@Suite struct BlueZCoreTests {
    private typealias Action = BlueZCore.Action
    private static let device = "/org/bluez/hci0/dev_11_22"
    private static let frame: [UInt8] = [0x02, 0x15] + [UInt8](1...16) + [0, 3, 0, 4, 0xC5]

    private func interfaces(_ interfaces: [String: [BusValue.Property]]) -> BusValue {
        .dictionary(interfaces.map { BusValue.Entry(.text($0.key), .properties($0.value)) }, of: "{sa{sv}}")
    }

    private func adapter(_ name: String, isPowered: Bool = true) -> BusValue.Entry {
        BusValue.Entry(
            .path("/org/bluez/\(name)"), interfaces([BlueZCore.adapter: [.init("Powered", .boolean(isPowered))]]))
    }

    private func objects(_ entries: BusValue.Entry...) -> Result<[BusValue], BusFailure> {
        .success([.dictionary(entries, of: "{oa{sa{sv}}}")])
    }

    private func added(_ entry: BusValue.Entry) -> BusSignal {
        BusSignal(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
            arguments: [entry.key, entry.value])
    }

    private func removed(_ path: String, _ interface: String) -> BusSignal {
        BusSignal(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved",
            arguments: [.path(path), .names([interface])])
    }

    private func changed(_ path: String, _ interface: String, _ properties: BusValue.Property...) -> BusSignal {
        BusSignal(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            arguments: [.text(interface), .properties(properties), .names([])])
    }

    private func data(_ frame: [UInt8] = Self.frame) -> BusValue.Property {
        .init("ManufacturerData", .dictionary([.init(.unsigned16(0x004C), .bytes(frame))], of: "{qv}"))
    }

    private func rssi(_ value: Int16) -> BusValue.Property { .init("RSSI", .signed16(value)) }

    private func strengths(_ actions: [Action]) -> [Int] {
        actions.compactMap { if case .heard(let sighting) = $0 { sighting.rssi } else { nil } }
    }

    /// A core whose adapter scans.
    private func scanning() -> BlueZCore {
        var core = BlueZCore(isWanted: true)
        _ = core.owned(true)
        _ = core.objects(objects(adapter("hci0")))
        _ = core.started("/org/bluez/hci0", nil)
        return core
    }

    @Test(arguments: [
        BusValue.signed16(.min), .signed16(.max), .signed16(127), .signed16(21), .double(-60), .double(.nan),
        .double(1e308), .text("-60"), .boolean(true), .bytes([1]), .unsigned16(0xFFFF),
    ])
    func `A strength that no receiver measures, or a value of another type, is nothing that was heard`(value: BusValue)
    {
        var core = scanning()
        #expect(strengths(core.receive(changed(Self.device, BlueZCore.device, data(), .init("RSSI", value)))) == [])
        #expect(strengths(core.receive(changed(Self.device, BlueZCore.device, rssi(-60)))) == [-60])
    }

    @Test(arguments: [
        BusValue.text("x"), .double(.nan), .bytes(Self.frame), .dictionary([], of: "{qv}"),
        .dictionary([.init(.unsigned16(0x004C), .double(1e308))], of: "{qv}"),
        .dictionary([.init(.text("76"), .bytes(Self.frame))], of: "{sv}"),
    ])
    func `Data of another type is no beacon`(value: BusValue) {
        var core = scanning()
        let properties = [BusValue.Property("ManufacturerData", value), rssi(-60)]
        #expect(
            core.receive(
                BusSignal(
                    path: Self.device, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                    arguments: [.text(BlueZCore.device), .properties(properties), .names([])])) == [])
    }

    @Test func `It scans with the first powered adapter while somebody wants beacons`() {
        var core = BlueZCore()
        #expect(core.owned(true) == [.getObjects])
        #expect(
            core.objects(objects(adapter("hci1"), adapter("hci0", isPowered: false))) == [.available(true), .works])
        #expect(core.want(true) == [.start(adapter: "/org/bluez/hci1")])
        #expect(core.want(true) == [])
        let powered = changed("/org/bluez/hci0", BlueZCore.adapter, .init("Powered", .boolean(true)))
        #expect(
            core.receive(powered)
                == [.stop(adapter: "/org/bluez/hci1"), .start(adapter: "/org/bluez/hci0"), .works])
        #expect(core.want(false) == [.stop(adapter: "/org/bluez/hci0")])
    }

    @Test func `It begins again when the adapter or BlueZ is back`() {
        var core = BlueZCore(isWanted: true)
        let begins: [Action] = [.available(true), .start(adapter: "/org/bluez/hci0"), .works]
        #expect(core.owned(true) == [.getObjects])
        #expect(core.objects(objects()) == [.failed(BlueZCore.noAdapter)])
        #expect(core.receive(added(adapter("hci0"))) == begins)
        #expect(
            core.receive(removed("/org/bluez/hci0", BlueZCore.adapter))
                == [.available(false), .failed(BlueZCore.noAdapter)])
        #expect(core.receive(added(adapter("hci0"))) == begins)
        let off = changed("/org/bluez/hci0", BlueZCore.adapter, .init("Powered", .boolean(false)))
        #expect(core.receive(off) == [.available(false), .failed(BlueZCore.noAdapter)])
        let on = changed("/org/bluez/hci0", BlueZCore.adapter, .init("Powered", .boolean(true)))
        #expect(core.receive(on) == begins)
        #expect(core.owned(false) == [.available(false), .failed(BlueZCore.noBlueZ)])
        #expect(core.owned(true) == [.getObjects])
        #expect(core.objects(objects(adapter("hci0"))) == begins)
    }

    @Test func `An adapter that refuses is asked again and is available only once it scans`() {
        var core = BlueZCore(isWanted: true)
        let adapter = "/org/bluez/hci0"
        let refusal = BusFailure("org.bluez.Error.NotReady", "Resource Not Ready")
        _ = core.owned(true)
        _ = core.objects(objects(self.adapter("hci0")))
        #expect(core.started(adapter, refusal) == [.available(false), .failed("BlueZ: \(refusal)")])
        #expect(core.retry() == [.start(adapter: adapter)])
        #expect(core.started(adapter, refusal) == [.failed("BlueZ: \(refusal)")])
        #expect(core.retry() == [.start(adapter: adapter)])
        #expect(core.started(adapter, nil) == [.available(true), .works])
        #expect(core.started("/org/bluez/hci9", refusal) == [])
    }

    @Test func `An adapter that does not reply is stopped and asked again`() {
        var core = BlueZCore(isWanted: true)
        let adapter = "/org/bluez/hci0"
        let busy = BusFailure("org.freedesktop.DBus.Error.NoReply")
        _ = core.owned(true)
        _ = core.objects(objects(self.adapter("hci0")))
        #expect(
            core.started(adapter, busy) == [.stop(adapter: adapter), .available(false), .failed("BlueZ: \(busy)")])
        #expect(core.retry() == [.start(adapter: adapter)])
        #expect(core.started(adapter, BusFailure("org.freedesktop.DBus.Error.ServiceUnknown")) == [])
    }

    @Test func `A refusal of the bus names the policy`() {
        var core = BlueZCore(isWanted: true)
        _ = core.owned(true)
        let denied = BusFailure("org.freedesktop.DBus.Error.AccessDenied")
        #expect(core.objects(.failure(denied)) == [.failed(BlueZCore.denied)])
        #expect(core.retry() == [.getObjects], "the policy may be there by now")
        #expect(core.objects(.success([.text("objects")])) == [.failed("BlueZ: its list of objects is invalid")])
        let busy = BusFailure("org.freedesktop.DBus.Error.NoReply")
        #expect(core.objects(.failure(busy)) == [.failed("BlueZ: \(busy)")])
        #expect(core.retry() == [.getObjects])
        #expect(core.objects(.failure(BusFailure("org.freedesktop.DBus.Error.ServiceUnknown"))) == [])
        _ = core.objects(objects(adapter("hci0")))
        #expect(core.retry() == [])
    }

    @Test func `A device is heard with each strength by its latest advertisement`() {
        var core = scanning()
        let device = BusValue.Entry(.path(Self.device), interfaces([BlueZCore.device: [data(), rssi(-70)]]))
        let first = core.receive(added(device))
        #expect(strengths(first) == [-70])
        guard case .heard(let sighting)? = first.first else { return }
        #expect(sighting.advertisement.identity.minor == 4)
        #expect(sighting.source == .radio)
        #expect(strengths(core.receive(changed(Self.device, BlueZCore.device, rssi(-60)))) == [-60])
        #expect(strengths(core.receive(changed(Self.device, BlueZCore.device, data()))) == [-60])
        // 127: not measured.
        #expect(strengths(core.receive(changed(Self.device, BlueZCore.device, rssi(127)))) == [])
        #expect(core.receive(removed(Self.device, BlueZCore.device)) == [])
        #expect(core.receive(changed(Self.device, BlueZCore.device, rssi(-60))) == [])
    }

    @Test func `Eddystone is in the data of its service`() {
        var core = scanning()
        let name = "0000FEAA-0000-1000-8000-00805f9b34fb"
        let frame: [UInt8] = [0x00, 0xEE] + [UInt8](repeating: 7, count: 16)
        let service = BusValue.Property("ServiceData", .properties([.init(name, .bytes(frame))]))
        #expect(strengths(core.receive(changed(Self.device, BlueZCore.device, service, rssi(-50)))) == [-50])
    }

    @Test func `Wrong types are ignored and the number of devices is bounded`() {
        var core = scanning()
        let wrong = changed(
            Self.device, BlueZCore.device, .init("RSSI", .text("near")), .init("ManufacturerData", .number(1)))
        #expect(core.receive(wrong) == [])
        #expect(core.receive(changed(Self.device, BlueZCore.device, data([0x02]), rssi(-50))) == [])
        for number in 0..<5000 { _ = core.receive(changed("/d\(number)", BlueZCore.device, rssi(-50))) }
        #expect(core.count == 0, "what is no beacon takes no place")
        for number in 0..<5000 { _ = core.receive(changed("/d\(number)", BlueZCore.device, data(), rssi(-50))) }
        #expect(core.count == BlueZCore.maximumDevices)
    }

    @Test func `What BlueZ remembers was heard before`() {
        var core = BlueZCore(isWanted: true)
        _ = core.owned(true)
        let device = BusValue.Entry(.path(Self.device), interfaces([BlueZCore.device: [data(), rssi(-70)]]))
        #expect(strengths(core.objects(objects(adapter("hci0"), device))) == [])
    }
}
