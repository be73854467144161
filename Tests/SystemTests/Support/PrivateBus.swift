import Foundation
import Glibc
import LocdClient
import LocdTestSupport
import Testing

/// A system bus of a test's own: the policy of Debian's, and those of services as their packages ship them.
struct PrivateBus {
    /// The bus itself.
    static let daemon = Program.find("dbus-daemon")

    /// Whether python-dbusmock can play services on it.
    static let hasMocks =
        daemon != nil && Program.python != nil
        && ["dbusmock", "dbus", "gi"].allSatisfy {
            FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/\($0)")
        }

    /// What a program's environment must have to find it.
    let assignment: String

    /// The policy that locd's package ships.
    static let policyOfLocd = Checkout.path("systemd/org.locd.GeoClue2.conf")
    /// The one with which it uses iio-sensor-proxy's compass.
    static let policyOfSensorProxy = policyOfLocd.replacing("GeoClue2", with: "SensorProxy")
    /// The one with which it uses BlueZ.
    static let policyOfBluetooth = policyOfLocd.replacing("GeoClue2", with: "Bluetooth")
    /// The one that Avahi's ships.
    static let policyOfAvahi = "/usr/share/dbus-1/system.d/avahi-dbus.conf"
    /// Those that GeoClue's ships.
    static let policiesOfGeoClue = ["", ".Agent"].map { "/etc/dbus-1/system.d/org.freedesktop.GeoClue2\($0).conf" }

    private static let rules = """
        <policy context="default">
          <allow user="*"/>
          <deny own="*"/>
          <deny send_type="method_call"/>
          <allow send_type="signal"/>
          <allow send_requested_reply="true" send_type="method_return"/>
          <allow send_requested_reply="true" send_type="error"/>
          <allow receive_type="method_call"/><allow receive_type="method_return"/>
          <allow receive_type="error"/><allow receive_type="signal"/>
          <allow send_destination="org.freedesktop.DBus"/>
        </policy>
        """

    /// Writes the configuration of a bus. The user of whom a policy speaks becomes the one that runs the test.
    fileprivate static func configuration(_ policies: [String], of user: String, on stage: Stage) throws -> String {
        var includes = ""
        for (number, policy) in policies.enumerated() {
            let text = try String(contentsOfFile: policy, encoding: .utf8)
                .replacing("user=\"\(user)\"", with: "user=\"\(getuid())\"")
            let file = stage.path("policy-\(number).conf")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            includes += "<include>\(file)</include>\n"
        }
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
            <type>system</type>
            <listen>unix:path=\(stage.path("bus"))</listen>
            <auth>EXTERNAL</auth>
            \(rules)
            \(includes)</busconfig>
            """
    }
}

extension Stage {
    /// A bus on which the services of these policies may have their names, run by whoever runs the test instead of
    /// `user`.
    func bus(_ policies: [String], of user: String) async throws -> PrivateBus {
        let file = path("bus.conf")
        try PrivateBus.configuration(policies, of: user, on: self).write(
            toFile: file, atomically: true, encoding: .utf8)
        _ = start(
            "dbus-daemon", path: try #require(PrivateBus.daemon), ["--config-file=\(file)", "--nofork", "--nopidfile"])
        try await until("the bus listens") { (try? Socket(connectingTo: path("bus"))) != nil }
        return PrivateBus(assignment: "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(path("bus"))")
    }
}

extension Stage {
    /// A daemon without locations that finds a bus; it answers when this returns.
    func sensing(
        on bus: PrivateBus, _ settings: [String] = []
    ) async throws -> (locd: DaemonConfiguration, daemon: Child) {
        let locd = try silent(["geocoder.table: none"] + settings)
        try locd.write()
        let daemon = start("locd", path: bus.assignment, [Program.locd, "run", "--config", locd.file])
        try await until("locd answers") { (try? await locd.client.status()) != nil }
        return (locd, daemon)
    }
}
