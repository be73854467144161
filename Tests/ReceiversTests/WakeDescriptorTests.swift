import Glibc
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

@Suite struct WakeDescriptorTests {
    @Test func aWakeSentBeforeThePollIsNotLost() async throws {
        let wake = try #require(WakeDescriptor())
        wake.signal()
        wake.signal()
        let woken = Locked(false)
        let thread = try ExecutorThread.run(named: "poll") {
            var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, -1)
            woken.withLock { $0 = ready == 1 }
        }
        await thread.value
        #expect(woken.withLock { $0 })
        wake.clear()
        var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 0) == 0)
    }

    @Test func aThreadErrorSaysWhichLimitToRaise() {
        #expect(
            "\(ThreadError(SystemCallError("pthread_create", EAGAIN)))"
                == "cannot start a thread (Resource temporarily unavailable): raise TasksMax= of the unit or free memory"
        )
        #expect("\(ThreadError(SystemCallError("eventfd", EMFILE)))".hasSuffix("raise LimitNOFILE= of the unit"))
    }
}
