import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import Subprocess
import Testing

extension ServiceSystemTests {
    /// The built daemon and python-dbusmock's BlueZ, on a system bus of the test's own with the policy that the package
    /// ships.
    @Suite(
        "Beacons",
        .enabled(if: PrivateBus.hasMocks, "dbus-daemon or python3-dbusmock is not installed: Scripts/deps --ci"))
    struct Beacons {
        @Test
        func `Three beacons approach and leave: entry, order, proximity and exit are those of the script`() async throws
        {
            try await Stage.run { stage in
                let scene = try await BeaconScene(stage)
                var bluez = try await scene.bluez()
                let locd = try await stage.sharing(on: scene.bus, servingGeoClue: false, ["sensors.beacons: true"]).locd
                _ = try await stage.status(of: locd, "an adapter nobody wants") { $0.beacons?.state == .idle }
                let group = try #require(BeaconConstraint(BeaconScene.group))
                for minor: UInt16 in 1...3 {
                    let one = BeaconConstraint(uuid: group.uuid, major: 1, minor: minor)
                    try await locd.client.startMonitoring(for: Region(identifier: "\(minor)", shape: .beacons(one)))
                }
                let log = BeaconLog()
                let reading = scene.range(locd.client, into: log)
                defer { reading.cancel() }
                _ = try await stage.status(of: locd, "the adapter scans") { $0.beacons?.state == .active }
                try await stage.until("nothing is near") { log.ranged.last?.beacons.isEmpty == true }
                for minor in 1...3 {
                    try await stage.until("\(minor) is away") { try await locd.state(minor) == .outside }
                }

                // One at hand, one on the desk, one across the hall; then they change places. The noise is 6 dB: a true
                // order holds in most reports, not in all.
                try scene.play([0.15, 1.2, 12])
                try await stage.until("the order of the script") { log.order == [1, 2, 3] }
                try await stage.until("its proximities") { log.proximities == [.immediate, .near, .far] }
                for minor in 1...3 {
                    try await stage.until("\(minor) is here") { try await locd.state(minor) == .inside }
                }
                try scene.play([12, 0.15, 1.2])
                try await stage.until("the other order") { log.order == [2, 3, 1] }
                try await stage.until("its proximities") { log.proximities == [.immediate, .near, .far] }
                try await stage.until("entries are in the log") { Set(log.crossings) == ["+1", "+2", "+3"] }

                // bluetoothd ends: ranging fails, and silence does not count. It comes back with one beacon.
                bluez.mayEnd()
                bluez.send(.kill)
                try await stage.until("ranging fails") { !log.failures.isEmpty }
                _ = try await stage.status(of: locd, "no BlueZ") { status in
                    status.beacons?.state == .absent && status.problems.contains { $0.contains("BlueZ does not run") }
                }
                #expect(Set(log.crossings) == ["+1", "+2", "+3"])
                let count = log.ranged.count
                try scene.play([1.2, nil, nil])
                bluez = try await scene.bluez()
                try await stage.until("ranging goes on") { log.ranged.count > count && log.order == [1] }
                try await stage.until("the others left") { Set(log.crossings.suffix(2)) == ["-2", "-3"] }
                #expect(try await locd.state(1) == .inside)
                #expect(log.crossings.count == 5)
                _ = try await stage.status(of: locd, "no problem is left") { $0.problems.isEmpty }
                let words = try await locd.statusCommand().output
                #expect(words.contains("listening"), "\(words)")
            }
        }

        @Test func `A program advertises an iBeacon through BlueZ`() async throws {
            try await Stage.run { stage in
                let scene = try await BeaconScene(stage)
                let bluez = try await scene.bluez()
                let program = stage.start(
                    "advertiser", path: scene.bus.assignment, [Program.example("Tutorials"), "beacon-advertiser"])
                program.mayEnd()
                try await stage.until("it has advertised") { program.status != nil }
                #expect(program.words == "advertising: true\n")
                #expect(
                    bluez.words.contains(
                        "advertises broadcast 0215e2c56db5dffb48d2b060d0f5a71096e000010002c5\n"), "\(bluez.words)")
            }
        }

        @Test
        func `A beacon region is reported again when its user unlocks a session inside, and only if it asks for that`()
            async throws
        {
            try await Stage.run { stage in
                let scene = try await BeaconScene(stage)
                _ = try await scene.bluez()
                let login = stage.start(
                    "logind", path: scene.bus.assignment,
                    ["/usr/bin/python3", "-m", "dbusmock", "--system", "-t", "logind"])
                defer { login.mayEnd() }
                let locd = try await stage.sharing(on: scene.bus, servingGeoClue: false, ["sensors.beacons: true"]).locd
                let group = try #require(BeaconConstraint(BeaconScene.group))
                for minor: UInt16 in 1...2 {
                    let one = BeaconConstraint(uuid: group.uuid, major: 1, minor: minor)
                    var region = Region(identifier: "\(minor)", shape: .beacons(one))
                    region.notifyEntryStateOnDisplay = minor == 1
                    try await locd.client.startMonitoring(for: region)
                }
                let log = BeaconLog()
                let reading = scene.range(locd.client, into: log)
                defer { reading.cancel() }
                try await stage.until("both are away") {
                    for minor in 1...2 where try await locd.state(minor) != .outside { return false }
                    return true
                }
                try scene.play([1.2, 1.2, nil])
                try await stage.until("both are here") { Set(log.crossings) == ["+1", "+2"] }
                func say(_ path: String, _ words: String...) async throws -> Bool {
                    try await Program.run(
                        "/usr/bin/env",
                        [
                            scene.bus.assignment, "dbus-send", "--system", "--print-reply",
                            "--dest=org.freedesktop.login1", "/org/freedesktop/login1" + path,
                        ] + words
                    ).code == 0
                }
                try await stage.until("logind has a session") {
                    try await say(
                        "", "org.freedesktop.DBus.Mock.AddSession", "string:c1", "string:seat0",
                        "uint32:\(getuid())", "string:me", "boolean:true")
                }
                for isLocked in [true, false, true, false] {
                    let isSaid = try await say(
                        "/session/c1", "org.freedesktop.login1.Session.SetLockedHint", "boolean:\(isLocked)")
                    #expect(isSaid)
                }
                try await stage.until("each unlock is told") { log.regions(.requested) == ["+1", "+1"] }
                #expect(log.crossings.count == 2)
            }
        }
    }
}

extension DaemonConfiguration {
    /// Where the beacon of a region is.
    fileprivate func state(_ minor: Int) async throws -> RegionState {
        try #require(try await client.regions().first { $0.region.identifier == "\(minor)" }).state
    }
}

/// A bus with BlueZ, which the test starts and ends, and whose beacons it moves.
private struct BeaconScene {
    /// The UUID of the three beacons.
    static let group = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

    /// What BlueZ itself needs: its name.
    private static let policyOfBlueZ = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><policy user="locd">
          <allow own="org.bluez"/><allow own="org.freedesktop.login1"/>
          <allow send_destination="org.freedesktop.login1"/>
          <allow send_interface="org.freedesktop.DBus.Properties"/>
          <allow send_destination="org.bluez" send_interface="org.bluez.LEAdvertisingManager1"/>
        </policy></busconfig>
        """

    let stage: Stage
    let bus: PrivateBus

    init(_ stage: Stage) async throws {
        self.stage = stage
        let policy = try stage.file("bluez.conf", Self.policyOfBlueZ)
        bus = try await stage.bus([policy, PrivateBus.policyOfBluetooth], of: "locd")
    }

    /// Starts bluetoothd; it serves when this returns.
    func bluez() async throws -> Child {
        // The packages are Debian's, and so is the Python that has them.
        let child = stage.start(
            "bluez", path: bus.assignment,
            ["/usr/bin/python3", Program.tool("bluez.py"), stage.path("plan"), Self.group])
        try await stage.until("BlueZ serves") { child.words.contains("serves") }
        return child
    }

    /// Moves the beacons to these distances, in metres; `nil` is silent.
    func play(_ distances: [Double?]) throws {
        let words = distances.map { "\($0 ?? 0)" }.joined(separator: " ")
        try words.write(toFile: stage.path("plan"), atomically: true, encoding: .utf8)
    }

    /// Ranges the three beacons until the task is cancelled.
    func range(_ client: LocdClient, into log: BeaconLog) -> Task<Void, any Error> {
        var settings = SessionSettings()
        settings.rangedBeacons = [Self.group]
        let session = client.session(services: [.rangingBeacons], settings: settings)
        return Task {
            for try await update in session {
                if case .events(let events) = update { log.note(events) }
            }
        }
    }
}
