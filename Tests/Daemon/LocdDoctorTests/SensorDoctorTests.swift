import LocdProtocol
import Testing

@testable import LocdDoctor

/// What keeps locd from a sensor, and what to do.
@Suite struct SensorDoctorTests {
    private static let policy = "/usr/share/dbus-1/system.d/org.locd.SensorProxy.conf"

    private static let beaconPolicy = "/usr/share/dbus-1/system.d/org.locd.Bluetooth.conf"

    private var box = ScriptedBox.serial()

    init() {
        box.files["/run/dbus/system_bus_socket"] = BoxFile(kind: .other, mode: 0o666, user: 0, group: 0)
        box.texts[Self.policy] = "<busconfig/>"
        box.texts[Self.beaconPolicy] = "<busconfig/>"
        box.yaml += "sensors:\n  compass: true\n"
        box.run("iio-sensor-prox", 700)
    }

    @Test mutating func `Beacons need BlueZ an adapter and the policy`() async throws {
        box.yaml.replace("compass", with: "beacons")
        try await box.expect(.beacons, .warning, "apt install bluez")
        box.run("bluetoothd", 701)
        try await box.expect(.beacons, .warning, "no Bluetooth adapter")
        box.files["/sys/class/bluetooth/hci0"] = BoxFile(kind: .other, mode: 0o777, user: 0, group: 0)
        try await box.expect(.beacons, .ok)
        box.texts[Self.beaconPolicy] = nil
        try await box.expect(.beacons, .warning, Self.beaconPolicy)
    }

    @Test mutating func `A sensor that is off needs nothing`() async throws {
        box.texts[Self.policy] = nil
        box.yaml = ScriptedBox.serial().yaml
        try await box.expect(.compass, .ok, "off")
    }

    @Test func `With the proxy and the policy it is there`() async throws {
        try await box.expect(.compass, .ok)
    }

    @Test mutating func `Without a bus`() async throws {
        box.files["/run/dbus/system_bus_socket"] = nil
        try await box.expect(.compass, .warning, "apt install dbus")
    }

    @Test mutating func `Without the policy the bus refuses locd`() async throws {
        box.texts[Self.policy] = nil
        try await box.expect(.compass, .warning, Self.policy, "reload dbus")
    }

    @Test func `Steps: without a counter, with one that is switched off or unreadable, and with one that counts`()
        async throws
    {
        let device = "/sys/bus/iio/devices/iio:device3"
        var box = ScriptedBox.serial()
        #expect(try await box.check(.steps) == DoctorCheck(.steps, .ok, "off (sensors.steps)"))
        box.yaml += "sensors:\n  steps: on\n"
        try await box.expect(.steps, .warning, "no step counter in /sys/bus/iio/devices")
        box.texts["/sys/bus/iio/devices/iio:device0/in_accel_x_raw"] = "1\n"
        // By number it is behind the device that the daemon reads.
        box.texts["/sys/bus/iio/devices/iio:device10/in_steps_input"] = "1\n"
        box.texts["\(device)/in_steps_input"] = "1234\n"
        box.texts["\(device)/in_steps_en"] = "0\n"
        try await box.expect(.steps, .warning, "switched off", "ATTR{in_steps_en}=\"1\"")
        box.texts["\(device)/in_steps_en"] = "1\n"
        #expect(try await box.check(.steps) == DoctorCheck(.steps, .ok, "\(device) counts"))
        box.texts["\(device)/in_steps_en"] = nil
        try await box.expect(.steps, .ok)
        box.texts["\(device)/in_steps_input"] = nil
        box.files["\(device)/in_steps_input"] = BoxFile(kind: .regular, mode: 0o600, user: 0, group: 0)
        try await box.expect(.steps, .warning, "cannot be read")
        box.yaml.replace("steps: on", with: "steps: /srv/steps")
        try await box.expect(.steps, .warning, "/srv/steps")
    }

    @Test func `Without the proxy there is no compass`() async throws {
        var box = ScriptedBox.serial()
        box.files["/run/dbus/system_bus_socket"] = BoxFile(kind: .other, mode: 0o666, user: 0, group: 0)
        box.texts[Self.policy] = "<busconfig/>"
        box.yaml = self.box.yaml
        try await box.expect(.compass, .warning, "apt install iio-sensor-proxy")
    }
}
