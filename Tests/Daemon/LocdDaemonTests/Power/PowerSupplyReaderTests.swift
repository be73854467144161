import FoundationEssentials
import LocationServices
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// What feeds the machine, from directories like the kernel's.
@Suite struct PowerSupplyReaderTests {
    /// What a reader says of supplies, each a name and its files.
    private func read(_ supplies: [String: [String: String]]) async throws -> PowerSupply? {
        try await TemporaryDirectory.with { directory in
            for (name, files) in supplies {
                try FileManager.default.createDirectory(
                    atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
                for (file, text) in files {
                    try Data("\(text)\n".utf8).write(to: URL(filePath: "\(directory)/\(name)/\(file)"))
                }
            }
            return PowerSupplyReader(directory: directory).read()
        }
    }

    private static let mains = ["type": "Mains", "online": "1"]
    private static let unplugged = ["type": "Mains", "online": "0"]

    private static func battery(_ capacity: String, _ status: String = "Discharging") -> [String: String] {
        ["type": "Battery", "scope": "System", "present": "1", "status": status, "capacity": capacity]
    }

    @Test func `A battery and mains are read`() async throws {
        #expect(
            try await read(["AC": Self.mains, "BAT0": Self.battery("80", "Charging")])
                == PowerSupply(isOnMains: true, batteryLevel: 80))
        #expect(
            try await read(["AC": Self.unplugged, "BAT0": Self.battery("15")])
                == PowerSupply(isOnMains: false, batteryLevel: 15))
    }

    @Test func `Without a battery there is nothing to save`() async throws {
        #expect(try await read([:]) == nil)
        #expect(try await read(["AC": Self.mains]) == nil)
        // A free USB port of a desktop.
        #expect(try await read(["ucsi-source-psy": ["type": "USB", "online": "0"]]) == nil)
        #expect(PowerSupplyReader(directory: "/nowhere/at/all").read() == nil)
    }

    @Test func `A mouse's battery is not the machine's`() async throws {
        var mouse = Self.battery("3")
        mouse["scope"] = "Device"
        #expect(try await read(["hidpp_battery_0": mouse]) == nil)
        #expect(try await read(["hidpp_battery_0": mouse, "BAT0": Self.battery("60")])?.batteryLevel == 60)
    }

    @Test func `Several batteries count by what they hold`() async throws {
        var large = Self.battery("90")
        var small = Self.battery("10")
        (large["energy_full"], small["energy_full"]) = ("30000000", "10000000")
        #expect(try await read(["BAT0": large, "BAT1": small])?.batteryLevel == 70)
        // In units that cannot be compared, each counts alike.
        (small["energy_full"], small["charge_full"]) = (nil, "5000000")
        #expect(try await read(["BAT0": large, "BAT1": small])?.batteryLevel == 50)
    }

    @Test func `One of two batteries that is drained means battery`() async throws {
        let supplies = ["BAT0": Self.battery("90", "Not charging"), "BAT1": Self.battery("50")]
        #expect(try await read(supplies)?.isOnMains == false)
    }

    @Test func `A charger that is not listed shows in the battery`() async throws {
        #expect(try await read(["battery": Self.battery("50", "Charging")])?.isOnMains == true)
        #expect(try await read(["battery": Self.battery("100", "Full")])?.isOnMains == true)
        #expect(try await read(["battery": Self.battery("50", "Unknown")])?.isOnMains == false)
    }

    @Test func `A battery that is not there is none`() async throws {
        var slot = Self.battery("0")
        slot["present"] = "0"
        #expect(try await read(["BAT1": slot]) == nil)
    }

    @Test func `Missing confidences are computed`() async throws {
        let battery = ["type": "Battery", "status": "Discharging", "charge_now": "1000", "charge_full": "4000"]
        #expect(try await read(["BAT0": battery])?.batteryLevel == 25)
    }

    @Test(arguments: ["", "x", "-5", "101", "1e2", "99999999999999999999", "50 %", String(repeating: "5", count: 100)])
    func `A level that is none is unknown and the battery stays`(text: String) async throws {
        #expect(
            try await read(["BAT0": Self.battery(text)]) == PowerSupply(isOnMains: false, batteryLevel: nil))
    }

    @Test func `Files that are none harm nothing`() async throws {
        let zero = ["type": "Battery", "energy_now": "5", "energy_full": "0"]
        #expect(try await read(["BAT0": zero])?.batteryLevel == nil)
        #expect(try await read(["junk": ["online": "1"], "more": ["type": "Mains", "online": "7"]]) == nil)
        #expect(
            try await read(["AC": ["type": "Mains", "online": "7"], "BAT0": Self.battery("9")])?.isOnMains == false)
    }
}
