import Glibc
import LocdTestSupport
import Testing

@testable import LocdClient

@Suite(.timeLimit(.minutes(15))) struct DaemonSocketTests {
    /// Another thread opens a descriptor and closes it, all the time: a second close of the same number would hit one
    /// of those.
    @Test func `A failed connection closes its descriptor once`() async {
        let hasEnded = Locked(false)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var stolen = 0
                while !hasEnded.withLock({ $0 }) {
                    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    if descriptor < 0 || close(descriptor) != 0 { stolen += 1 }
                }
                #expect(stolen == 0, "descriptors that somebody else closed")
            }
            group.addTask {
                // More often than a process may have descriptors: none is left open either.
                for _ in 0..<5000 {
                    do throws(LocdClientError) {
                        _ = try DaemonSocket(path: "/nonexistent/locd.sock")
                        Issue.record("somebody listens there")
                    } catch {
                        #expect(error.code == .notReachable && error.cause == "no such socket")
                    }
                }
                hasEnded.withLock { $0 = true }
            }
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 200)]) func `A path that is no address is refused`(path: String)
    {
        #expect(throws: LocdClientError.self) { _ = try DaemonSocket(path: path) }
    }

    @Test
    func `An exchange on the calling thread ends in time, with a daemon that hangs, hangs up, or reads nothing`() throws
    {
        let path = "/tmp/exchange-\(getpid()).sock"
        let daemon = try HookSocket(at: path)
        defer { daemon.end() }
        daemon.play(.hang)
        for length in [10, 4 << 20] {
            let error = #expect(throws: LocdClientError.self) {
                _ = try DaemonSocket(path: path)
                    .exchange([UInt8](repeating: 0x20, count: length), within: .milliseconds(20))
            }
            #expect(error?.code == .timedOut)
        }
        daemon.play(.slam)
        #expect(try DaemonSocket(path: path).exchange([0x20], within: .seconds(60)) == nil)
    }
}
