import Foundation
import LocationModel
import LocdProtocol
import Subprocess
import Testing

extension ServiceSystemTests {
    /// The daemon and python-dbusmock's power-profiles-daemon, on a system bus of the test's own.
    @Suite(
        "Power saver",
        .enabled(if: PrivateBus.hasMocks, "dbus-daemon or python3-dbusmock is not installed: Scripts/deps --ci"))
    struct PowerSaver {
        private static let policy = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><policy user="locd">
              <allow own="net.hadess.PowerProfiles"/><allow send_destination="net.hadess.PowerProfiles"/>
            </policy></busconfig>
            """

        @Test func `While the desktop saves power, the preset of a low battery is in force`() async throws {
            try await Stage.run { stage in
                let policy = try stage.file("profiles.conf", Self.policy)
                let bus = try await stage.bus([policy], of: "locd")
                let locd = try await stage.sensing(on: bus, ["recorder.presetOnLowBattery: low"]).locd
                let profiles = stage.start(
                    "profiles", path: bus.assignment,
                    [
                        "/usr/bin/python3", "-m", "dbusmock", "--system", "-t", "power_profiles_daemon", "-p",
                        #"{"ActiveProfile": "power-saver"}"#,
                    ])
                let saving = try await stage.status(of: locd, "the power saver") {
                    $0.recorder.settingsInForce?.reason == .powerSaver
                }
                #expect(saving.recorder.settingsInForce?.desiredAccuracy == "kilometer")
                func choose(_ profile: String) async throws {
                    _ = try await Program.run(
                        "/usr/bin/env",
                        [
                            bus.assignment, "dbus-send", "--system", "--print-reply", "--dest=net.hadess.PowerProfiles",
                            "/net/hadess/PowerProfiles", "org.freedesktop.DBus.Properties.Set",
                            "string:net.hadess.PowerProfiles", "string:ActiveProfile", "variant:string:\(profile)",
                        ])
                }
                try await choose("balanced")
                _ = try await stage.status(of: locd, "no saver") { $0.recorder.settingsInForce == nil }
                try await choose("power-saver")
                _ = try await stage.status(of: locd, "the power saver again") { $0.recorder.settingsInForce != nil }
                profiles.mayEnd()
                profiles.send(.terminate)
                _ = try await stage.status(of: locd, "no service") { $0.recorder.settingsInForce == nil }
            }
        }
    }
}
