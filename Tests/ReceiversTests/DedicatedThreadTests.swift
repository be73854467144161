import Glibc
import LocdTestSupport
import Testing

@testable import Receivers

/// What `ps -L` shows for the calling thread.
private func threadName() -> String {
    let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

@Suite struct DedicatedThreadTests {
    @Test func joinReturnsAfterTheBody() async throws {
        let log = Locked<[String]>([])
        let thread = try DedicatedThread(named: "a name that is far too long") {
            log.withLock { $0.append(threadName()) }
        }
        await thread.join()
        await thread.join()
        #expect(log.withLock { $0 } == ["a name that is "])
    }

    @Test func aWakeSentBeforeThePollIsNotLost() async throws {
        let wake = try #require(WakeDescriptor())
        wake.signal()
        wake.signal()
        let woken = Locked(false)
        let thread = try DedicatedThread(named: "poll") {
            var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&descriptor, 1, -1)
            woken.withLock { $0 = ready == 1 }
        }
        await thread.join()
        #expect(woken.withLock { $0 })
        wake.clear()
        var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 0) == 0)
    }

    @Test func severalMayWait() async throws {
        let wake = try #require(WakeDescriptor())
        let thread = try DedicatedThread(named: "waits") {
            var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, -1)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { await thread.join() } }
            wake.signal()
        }
    }
}
