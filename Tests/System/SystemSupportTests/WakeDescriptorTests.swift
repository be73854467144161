import Glibc
import LocdTestSupport
import SystemSupport
import Testing

@Suite struct WakeDescriptorTests {
    @Test func aWakeSentBeforeThePollIsNotLost() async throws {
        let wake = try WakeDescriptor()
        wake.signal()
        wake.signal()
        let woken = Locked(false)
        let thread = try ExecutorThread(named: "poll").run {
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
}
