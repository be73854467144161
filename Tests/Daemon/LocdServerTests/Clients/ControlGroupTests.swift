import Glibc
import Testing

@testable import LocdServer

@Suite struct ControlGroupTests {
    @Test(arguments: [
        ("0::/system.slice/map.service\n", "map.service"),
        // What a service makes below itself does not rename it.
        ("0::/system.slice/map.service/inner/other.service\n", "map.service"),
        ("0::/system.slice/system-getty.slice/getty@tty1.service\n", "getty@tty1.service"),
        // A user's own service is never called like one of the system's.
        ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/map.service\n", "user@1000.service/map.service"),
        // Each launch of a desktop's application has a name of its own.
        (
            "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.kde.map@0123456789abcdef0123456789abcdef.service\n",
            "user@1000.service/app-org.kde.map.service"
        ),
        (
            "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-map@autostart.service\n",
            "user@1000.service/app-map@autostart.service"
        ),
        (
            "12:cpu:/user.slice\n1:name=systemd:/system.slice/old.service\n", "old.service"
        ),
        ("1:name=systemd:/system.slice/old.service\n0::/system.slice/new.service\n", "new.service"),
    ])
    func `A service is named by its unit`(_ text: String, _ unit: String) throws {
        #expect(try #require(ControlGroup(text)).unit == unit)
    }

    @Test(arguments: [
        "0::/user.slice/user-1000.slice/session-3.scope\n", "0::/\n", "0::/init.scope\n",
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-terminal-123.scope\n",
        "0::/user.slice/user-1000.slice/user@1000.service/init.scope\n", "0::/system.slice/.service.d\n",
    ])
    func `A process outside a service has no unit`(_ text: String) throws {
        #expect(try #require(ControlGroup(text)).unit == nil)
    }

    @Test(arguments: ["", "nonsense", "0::", "2:cpu:/a.service\n"])
    func `A malformed group list is rejected`(_ text: String) {
        #expect(ControlGroup(text) == nil)
    }

    @Test func `A process that is not there has none`() {
        #expect(ControlGroup(process: -1) == nil)
        #expect(ControlGroup(process: getpid()) != nil)
    }
}
