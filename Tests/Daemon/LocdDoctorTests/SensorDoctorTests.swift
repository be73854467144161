import LocdProtocol
import Testing

@testable import LocdDoctor

/// What keeps locd from a sensor, and what to do.
@Suite struct SensorDoctorTests {
    private static let on = """
        receiver:
          source: serial:/dev/ttyUSB0
        sensors:
          compass: true
        """
    private static let policy = "/usr/share/dbus-1/system.d/org.locd.SensorProxy.conf"

    private static let beaconPolicy = "/usr/share/dbus-1/system.d/org.locd.Bluetooth.conf"
    private static let withBeacons = on.replacing("compass", with: "beacons")

    private var box = ScriptedBox.serial()

    init() {
        box.files["/run/dbus/system_bus_socket"] = BoxFile(kind: .other, mode: 0o666, user: 0, group: 0)
        box.texts[Self.policy] = "<busconfig/>"
        box.texts[Self.beaconPolicy] = "<busconfig/>"
        box.run("iio-sensor-prox", 700)
    }

    private func beaconCheck() async throws -> DoctorCheck {
        let report = try await DoctorTests.report(box, Self.withBeacons)
        #expect(!report.failures.contains(.beacons))
        return try #require(report.checks.first { $0.name == .beacons })
    }

    @Test mutating func beaconsNeedBlueZAnAdapterAndThePolicy() async throws {
        #expect(try await beaconCheck().remedy?.contains("apt install bluez") == true)
        box.run("bluetoothd", 701)
        #expect(try await beaconCheck().sentence.contains("no Bluetooth adapter"))
        box.files["/sys/class/bluetooth/hci0"] = BoxFile(kind: .other, mode: 0o777, user: 0, group: 0)
        #expect(try await beaconCheck().outcome == .ok)
        box.texts[Self.beaconPolicy] = nil
        let check = try await beaconCheck()
        #expect(check.outcome == .warning && check.sentence.contains(Self.beaconPolicy))
    }

    private func checks(_ yaml: String = on) async throws -> [DoctorCheck] {
        let report = try await DoctorTests.report(box, yaml)
        // None of it keeps the recorder from its work.
        #expect(!report.failures.contains(.compass))
        return report.checks.filter { $0.name == .compass }
    }

    @Test mutating func aSensorThatIsOffNeedsNothing() async throws {
        box.texts[Self.policy] = nil
        let checks = try await checks("receiver:\n  source: serial:/dev/ttyUSB0\n")
        #expect(checks.map(\.outcome) == [.ok] && checks[0].sentence.contains("off"))
    }

    @Test func withTheProxyAndThePolicyItIsThere() async throws {
        #expect(try await checks().map(\.outcome) == [.ok])
    }

    @Test mutating func withoutABus() async throws {
        box.files["/run/dbus/system_bus_socket"] = nil
        let checks = try await checks()
        #expect(checks.count == 1 && checks[0].remedy?.contains("apt install dbus") == true)
    }

    @Test mutating func withoutThePolicyTheBusRefusesLocd() async throws {
        box.texts[Self.policy] = nil
        let checks = try await checks()
        #expect(checks.count == 1 && checks[0].outcome == .warning)
        #expect(checks[0].sentence.contains(Self.policy) && checks[0].remedy?.contains("reload dbus") == true)
    }

    @Test("steps: without a counter, with one that is switched off or unreadable, and with one that counts")
    func steps() async throws {
        let device = "/sys/bus/iio/devices/iio:device3"
        func check(_ box: ScriptedBox, _ value: String = "on") async throws -> DoctorCheck {
            let yaml = "receiver:\n  source: serial:/dev/ttyUSB0\nsensors:\n  steps: \(value)\n"
            let report = try await DoctorTests.report(box, yaml)
            #expect(!report.failures.contains(.steps))
            return try #require(report.checks.first { $0.name == .steps })
        }
        var box = ScriptedBox.serial()
        #expect(try await check(box, "off") == DoctorCheck(.steps, .ok, "off (sensors.steps)"))
        let absent = try await check(box)
        #expect(absent.outcome == .warning && absent.sentence.contains("no step counter in /sys/bus/iio/devices"))
        box.texts["/sys/bus/iio/devices/iio:device0/in_accel_x_raw"] = "1\n"
        // By number it is behind the device that the daemon reads.
        box.texts["/sys/bus/iio/devices/iio:device10/in_steps_input"] = "1\n"
        box.texts["\(device)/in_steps_input"] = "1234\n"
        box.texts["\(device)/in_steps_en"] = "0\n"
        let off = try await check(box)
        #expect(off.outcome == .warning && off.sentence.contains("switched off"))
        #expect(off.remedy?.contains("ATTR{in_steps_en}=\"1\"") == true)
        box.texts["\(device)/in_steps_en"] = "1\n"
        #expect(try await check(box) == DoctorCheck(.steps, .ok, "\(device) counts"))
        box.texts["\(device)/in_steps_en"] = nil
        #expect(try await check(box).outcome == .ok)
        box.texts["\(device)/in_steps_input"] = nil
        box.files["\(device)/in_steps_input"] = BoxFile(kind: .regular, mode: 0o600, user: 0, group: 0)
        #expect(try await check(box).sentence.contains("cannot be read"))
        #expect(try await check(box, "/srv/steps").sentence.contains("/srv/steps"))
    }

    @Test func withoutTheProxyThereIsNoCompass() async throws {
        var box = ScriptedBox.serial()
        box.files["/run/dbus/system_bus_socket"] = BoxFile(kind: .other, mode: 0o666, user: 0, group: 0)
        box.texts[Self.policy] = "<busconfig/>"
        let checks = try await DoctorTests.report(box, Self.on).checks.filter { $0.name == .compass }
        #expect(checks.count == 1 && checks[0].outcome == .warning)
        #expect(checks[0].remedy?.contains("apt install iio-sensor-proxy") == true)
    }
}
