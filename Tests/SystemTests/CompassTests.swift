import Foundation
import LocdClient
import LocdProtocol
import Subprocess
import Testing

extension ServiceSystemTests {
    /// The daemon and python-dbusmock's iio-sensor-proxy, on a system bus of the test's own with the policy that the
    /// package ships.
    @Suite(
        "Compass",
        .enabled(if: PrivateBus.hasMocks, "dbus-daemon or python3-dbusmock is not installed: Scripts/deps --ci"))
    struct Compass {
        @Test
        func
            `A compass reaches delegate, socket and status, while somebody wants it, and when its service was restarted`()
            async throws
        {
            try await Stage.run { stage in
                let scene = try await CompassScene(stage)
                var proxy = try await scene.proxy("{\"has_compass\": true}")
                let locd = try await stage.sharing(on: scene.bus, servingGeoClue: false, ["sensors.compass: true"]).locd
                _ = try await stage.status(of: locd, "a compass nobody wants") { $0.compass?.state == .idle }
                #expect(try await locd.client.headingAvailable())
                #expect(try await scene.claims() == 0)

                let probe = stage.start("probe", path: "LOCD_SOCKET=\(locd.socket)", [Program.probe, "heading"])
                try await stage.until("it is claimed") { try await scene.claims() == 1 }
                try await scene.point("90.0")
                try await stage.until("the delegate is told") { !probe.headings.isEmpty }
                let first = try #require(probe.headings.first)
                #expect(first.magnetic == 90)
                // At 47.5 N, 8.7 E in these years; by the World Magnetic Model.
                #expect(first.real > 92.5 && first.real < 96, "\(first)")
                #expect(first.accuracy == 180)
                let status = try await stage.status(of: locd, "the heading") { $0.compass?.magneticHeading == 90 }
                #expect(status.compass?.state == .active)
                let words = try await locd.statusCommand().output
                #expect(words.contains("in use") && words.contains("90° magnetic"), "\(words)")

                // No direction: refused, said in status, and over with the next good one.
                try await scene.point("400.0")
                _ = try await stage.status(of: locd, "400 degrees") {
                    $0.problems.contains { $0.hasPrefix("sensors.compass: ") && $0.contains("400") }
                }
                try await scene.point("120.0")
                _ = try await stage.status(of: locd, "it works again") {
                    $0.problems.isEmpty && $0.compass?.magneticHeading == 120
                }

                // The service ends, and comes back.
                proxy.mayEnd()
                proxy.send(.kill)
                _ = try await stage.status(of: locd, "no compass") { $0.compass?.state == .absent }
                #expect(try await !locd.client.headingAvailable())
                proxy = try await scene.proxy("{\"has_compass\": true}")
                try await stage.until("it is claimed again") { try await scene.claims() == 1 }
                try await scene.point("180.0")
                try await stage.until("the delegate is told again") { probe.headings.last?.magnetic == 180 }
                #expect(!probe.headings.contains { $0.magnetic == 400 })

                probe.mayEnd()
                probe.send(.terminate)
                try await stage.until("it is released") { try await scene.claims() == 0 }
                _ = try await stage.status(of: locd, "nobody wants it") {
                    $0.compass == CompassStatus(state: .idle) && $0.problems.isEmpty
                }
            }
        }

        @Test func `With all sensors off there is no thread for them`() async throws {
            try await Stage.run { stage in
                let scene = try await CompassScene(stage)
                let (locd, daemon) = try await stage.sensing(on: scene.bus)
                let status = try await locd.client.status()
                #expect(status.compass == nil && status.beacons == nil)
                let process = "/proc/\(try #require(daemon.processIdentifier))"
                let threads = try FileManager.default.contentsOfDirectory(atPath: process + "/task").map {
                    try String(contentsOfFile: "\(process)/task/\($0)/comm", encoding: .utf8)
                }
                #expect(
                    threads.contains("locd-pipeline\n")
                        && Set(threads).isDisjoint(with: ["locd-sensors\n", "locd-beacons\n", "locd-bluetooth\n"]),
                    "\(threads)")
            }
        }
    }
}

/// A bus with the compass's service, which the test starts and ends.
private struct CompassScene {
    /// What the service itself needs: its name, and that the test may tell the mock what to do.
    private static let policyOfProxy = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><policy user="locd">
          <allow own="net.hadess.SensorProxy"/>
          <allow send_destination="net.hadess.SensorProxy" send_interface="org.freedesktop.DBus.Mock"/>
        </policy></busconfig>
        """

    let stage: Stage
    let bus: PrivateBus

    init(_ stage: Stage) async throws {
        self.stage = stage
        let policy = try stage.file("proxy.conf", Self.policyOfProxy)
        bus = try await stage.bus([policy, PrivateBus.policyOfSensorProxy], of: "locd")
    }

    /// Starts the service; it serves when this returns.
    func proxy(_ parameters: String) async throws -> Child {
        let child = stage.start("proxy", path: bus.assignment, try tool("serve", parameters))
        try await stage.until("the proxy serves") { child.words.contains("serves") }
        return child
    }

    /// Turns the machine.
    func point(_ degrees: String) async throws {
        _ = try await Program.run("/usr/bin/env", [bus.assignment] + tool("set", "CompassHeading", degrees))
    }

    /// How many claim the compass.
    func claims() async throws -> Int? {
        let answer = try await Program.run("/usr/bin/env", [bus.assignment] + tool("claims"))
        return Int(answer.output.split(separator: "\n").first ?? "")
    }

    private func tool(_ words: String...) throws -> [String] {
        // The packages are Debian's, and so is the Python that has them.
        ["/usr/bin/python3", Program.tool("sensor-proxy.py")] + words
    }
}

extension Child {
    /// The headings that a probe was told, in degrees.
    fileprivate var headings: [(magnetic: Double, real: Double, accuracy: Double)] {
        words.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.first == "heading", words.count == 4, let magnetic = Double(words[1]),
                let real = Double(words[2]), let accuracy = Double(words[3])
            else { return nil }
            return (magnetic, real, accuracy)
        }
    }
}
