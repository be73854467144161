import Bus
import Testing

@Suite("Signals and objects of services on the bus")
struct BusSignalTests {
    private static let device: [BusValue.Property] = [
        .init("Address", .text("00:11:22:33:44:55")), .init("RSSI", .signed16(-61)),
        .init("ManufacturerData", .dictionary([.init(.unsigned16(0x4C), .bytes([2, 0x15]))], of: "{qv}")),
    ]

    private static func interfaces(_ properties: [BusValue.Property] = device) -> BusValue {
        .dictionary([.init(.text("org.bluez.Device1"), .properties(properties))], of: "{sa{sv}}")
    }

    private func change(_ member: String, _ interface: String, _ arguments: BusValue...) -> BusChange? {
        BusChange(
            BusSignal(
                path: "/o", interface: "org.freedesktop.DBus." + interface, member: member, arguments: arguments))
    }

    @Test func `Properties changed`() {
        let changed = change(
            "PropertiesChanged", "Properties", .text("org.bluez.Device1"), .properties(Self.device), .names(["Name"]))
        #expect(
            changed
                == .properties(path: "/o", interface: "org.bluez.Device1", Self.device, invalidated: ["Name"]))
    }

    @Test func `Objects come and go`() {
        #expect(
            change("InterfacesAdded", "ObjectManager", .path("/d"), Self.interfaces())
                == .added(BusObject("/d", interfaces: ["org.bluez.Device1": Self.device])))
        #expect(
            change("InterfacesRemoved", "ObjectManager", .path("/d"), .names(["org.bluez.Device1"]))
                == .removed(path: "/d", interfaces: ["org.bluez.Device1"]))
    }

    @Test func `Wrong arguments are no change`() {
        #expect(change("PropertiesChanged", "Properties", .text("i"), .names([]), .names([])) == nil)
        #expect(change("PropertiesChanged", "Properties", .text("i"), .properties([])) == nil)
        #expect(change("InterfacesAdded", "ObjectManager", .text("/d"), Self.interfaces()) == nil)
        #expect(change("InterfacesAdded", "ObjectManager", .path("/d"), .properties([])) == nil)
        #expect(change("InterfacesRemoved", "ObjectManager", .path("/d")) == nil)
        #expect(change("PropertiesChanged", "ObjectManager", .text("i"), .properties([]), .names([])) == nil)
    }

    @Test func `Managed objects`() {
        let reply = BusValue.dictionary(
            [.init(.path("/a"), Self.interfaces()), .init(.path("/b"), Self.interfaces([]))], of: "{oa{sa{sv}}}")
        #expect(
            BusObject.all([reply])
                == [
                    BusObject("/a", interfaces: ["org.bluez.Device1": Self.device]),
                    BusObject("/b", interfaces: ["org.bluez.Device1": []]),
                ])
        #expect(BusObject.all([]) == nil)
        #expect(BusObject.all([.properties([])]) == nil)
    }

    @Test func `A property by its name`() {
        #expect(Self.device[name: "RSSI"] == .signed16(-61))
        #expect(Self.device[name: "Name"] == nil)
    }

    @Test func `Signatures`() {
        #expect(BusValue.dictionary([], of: "{qv}").signature == "a{qv}")
        #expect(BusValue.structure([.signed64(1), .bytes([])]).signature == "(xay)")
        #expect(BusValue.array([.signed16(1)], of: "n").signature == "an")
    }

    @Test func `Errors of a service that is not there`() {
        #expect(BusFailure("org.freedesktop.DBus.Error.ServiceUnknown").isAbsence)
        #expect(!BusFailure("org.freedesktop.DBus.Error.AccessDenied").isAbsence)
        #expect(BusFailure("org.freedesktop.DBus.Error.AccessDenied", "no").isDenied)
        #expect(BusFailure.unsent.isAbsence)
    }
}
