import Glibc
import LocdTestSupport
import Testing

@testable import LocdClient

@Suite(.timeLimit(.minutes(5))) struct DaemonSocketTests {
    /// Another thread opens a descriptor and closes it, all the time: a second close of the same number would hit one of those.
    @Test func aFailedConnectionClosesItsDescriptorOnce() async {
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

    @Test(arguments: ["", String(repeating: "x", count: 200)]) func aPathThatIsNoAddressIsRefused(path: String) {
        #expect(throws: LocdClientError.self) { _ = try DaemonSocket(path: path) }
    }
}
