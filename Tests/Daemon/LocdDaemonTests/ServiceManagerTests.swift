import Glibc
import LocdTestSupport
import SystemSupport
import Testing

@testable import LocdDaemon
@testable import LocdLog

@Suite struct ServiceManagerTests {
    /// A datagram socket that stands for the manager's; reading never waits.
    private func listen(at name: String) throws -> CInt {
        let address = try #require(UnixAddress(name, isAbstractAllowed: true))
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | O_NONBLOCK, 0)
        try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
        return descriptor
    }

    private func message(from descriptor: CInt) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        return count >= 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }

    @Test func `The manager is notified over a path and over an abstract name`() async throws {
        try await TemporaryDirectory.with { directory in
            for name in [directory + "/notify", "@locd-test-\(getpid())"] {
                let descriptor = try listen(at: name)
                defer { close(descriptor) }
                let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name])
                #expect(manager.notify(.ready, .status("3D fix,\n9 satellites\r\n")))
                #expect(message(from: descriptor) == "READY=1\nSTATUS=3D fix, 9 satellites ")
                manager.notify(.watchdog)
                #expect(message(from: descriptor) == "WATCHDOG=1")
                manager.notify(.stopping)
                #expect(message(from: descriptor) == "STOPPING=1")
                manager.notify(.reloading)
                let reloading = try #require(message(from: descriptor))
                #expect(reloading.wholeMatch(of: #/RELOADING=1\nMONOTONIC_USEC=[1-9][0-9]*/#) != nil)
                #expect(message(from: descriptor) == nil)
            }
        }
    }

    @Test(arguments: [
        nil, "", "relative", "/nonexistent/notify", "@nobody-listens", String(repeating: "x", count: 200),
    ])
    func `Without a manager nothing happens`(_ name: String?) {
        let manager = ServiceManager(environment: name.map { ["NOTIFY_SOCKET": $0] } ?? [:])
        #expect(!manager.notify(.ready))
    }

    @Test func `A manager that does not read is no obstacle`() throws {
        let name = "@locd-full-\(getpid())"
        let descriptor = try listen(at: name)
        defer { close(descriptor) }
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name])
        var taken = 0
        while taken < 100_000, manager.notify(.watchdog) { taken += 1 }
        #expect((1..<100_000).contains(taken))
    }

    @Test(
        arguments: [
            ([:], nil), (["WATCHDOG_USEC": "30000000"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "41"], nil), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-5"], nil), (["WATCHDOG_USEC": "18446744073709551615"], nil),
            (["WATCHDOG_USEC": "x"], nil),
        ] as [([String: String], Duration?)])
    func `A sign of life is due twice in the time that is allowed`(
        _ environment: [String: String], _ interval: Duration?
    ) {
        #expect(ServiceManager(environment: environment, process: 42).watchdogInterval == interval)
    }
}
