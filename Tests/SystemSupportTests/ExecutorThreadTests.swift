import Glibc
import LocdTestSupport
import Testing

@testable import SystemSupport

/// What `ps -L` shows for the calling thread.
private func threadName() -> String {
    let bytes = (try? BoundedFile.contents(of: "/proc/thread-self/comm", limit: 64)) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

/// The signals that the calling thread does not take.
private func blockedSignals() -> Set<Int32> {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return Set((1...31).filter { sigismember(&mask, $0) == 1 })
}

@Suite struct ExecutorThreadTests {
    @Test func aBodyRunsOnANamedThread_AndItsEndCanBeAwaitedTwice() async throws {
        let log = Locked<[String]>([])
        let task = try ExecutorThread(named: "a name that is far too long").run {
            log.withLock { $0.append(threadName()) }
        }
        await task.value
        await task.value
        #expect(log.withLock { $0 } == ["a name that is "])
    }

    @Test func severalMayAwaitABody() async throws {
        var ends: [Int32] = [-1, -1]
        let isOpen = pipe(&ends) == 0
        try #require(isOpen)
        let (reading, writing) = (ends[0], ends[1])
        let task = try ExecutorThread(named: "waits").run {
            var byte: UInt8 = 0
            _ = read(reading, &byte, 1)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { await task.value } }
            _ = write(writing, "x", 1)
        }
        close(reading)
        close(writing)
    }

    @Test func jobsOfAnActorRunOnItsThreadInTheirOrder() async throws {
        actor Worker {
            private let thread: ExecutorThread
            nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
            private(set) var names: Set<String> = []
            private(set) var numbers: [Int] = []

            init(_ thread: ExecutorThread) { self.thread = thread }

            func work(_ number: Int) {
                names.insert(threadName())
                numbers.append(number)
            }
        }
        let worker = Worker(try ExecutorThread(named: "worker"))
        for number in 0..<100 { await worker.work(number) }
        #expect(await worker.names == ["worker"])
        #expect(await worker.numbers == Array(0..<100))
    }

    @Test func aThreadTakesItsOwnFaultsAndNoOtherSignal() async throws {
        let blocked = Locked<Set<Int32>>([])
        await (try ExecutorThread(named: "mask").run { blocked.withLock { $0 = blockedSignals() } }).value
        let faults: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
        // The kernel never blocks these two.
        #expect(blocked.withLock { $0 } == Set(1...31).subtracting(faults).subtracting([SIGKILL, SIGSTOP]))
    }

    @Test func theOneWhoStartsAThreadKeepsItsOwnSignals() throws {
        let before = blockedSignals()
        _ = try ExecutorThread(named: "mask")
        #expect(blockedSignals() == before)
    }
}
