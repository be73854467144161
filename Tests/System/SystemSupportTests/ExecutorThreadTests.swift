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
    @Test func `A body runs on a named thread, and its end can be awaited twice`() async throws {
        let log = Locked<[String]>([])
        let task = try ExecutorThread(named: "a name that is far too long").run {
            log.withLock { $0.append(threadName()) }
        }
        await task.value
        await task.value
        #expect(log.withLock { $0 } == ["a name that is "])
    }

    @Test func `Several may await a body`() async throws {
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

    @Test func `Jobs of an actor run on its thread in their order`() async throws {
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

    @Test func `A thread takes its own faults and no other signal`() async throws {
        let blocked = Locked<Set<Int32>>([])
        await (try ExecutorThread(named: "mask").run { blocked.withLock { $0 = blockedSignals() } }).value
        let faults: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
        // The kernel never blocks these two.
        #expect(blocked.withLock { $0 } == Set(1...31).subtracting(faults).subtracting([SIGKILL, SIGSTOP]))
    }

    @Test func `The one who starts a thread keeps its own signals`() throws {
        let before = blockedSignals()
        _ = try ExecutorThread(named: "mask")
        #expect(blockedSignals() == before)
    }

    // MARK: - Sleeping

    @Test func `A task sleeps on the thread that it prefers`() async throws {
        let thread = try ExecutorThread(named: "sleeper")
        let task = Task(executorPreference: thread) {
            let instant = SystemClock.sinceBoot + .milliseconds(1)
            try await thread.sleep(until: instant)
            return (threadName(), SystemClock.sinceBoot >= instant)
        }
        let (name, isLate) = try await task.value
        #expect(name == "sleeper")
        #expect(isLate)
    }

    @Test func `Several sleep, also until instants that have passed`() async throws {
        let thread = try ExecutorThread(named: "sleeper")
        let log = Locked<[Int]>([])
        let start = SystemClock.sinceBoot
        await withTaskGroup(of: Void.self) { group in
            for milliseconds in [2, 1, 0, -1000] {
                group.addTask(executorPreference: thread) {
                    try? await thread.sleep(until: start + .milliseconds(milliseconds))
                    log.withLock { $0.append(milliseconds) }
                }
            }
        }
        #expect(log.withLock { $0 }.sorted() == [-1000, 0, 1, 2])
    }

    @Test func `Cancellation ends a sleep, and prevents a later one`() async throws {
        let thread = try ExecutorThread(named: "sleeper")
        let task = Task(executorPreference: thread) {
            try await thread.sleep(until: SystemClock.sinceBoot + .seconds(3600))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let later = Task(executorPreference: thread) {
            withUnsafeCurrentTask { $0?.cancel() }
            try await thread.sleep(until: SystemClock.sinceBoot + .seconds(3600))
        }
        await #expect(throws: CancellationError.self) { try await later.value }
    }

    // MARK: - Loops

    @Test(.timeLimit(.minutes(15))) func `A loop steps until it ends, between jobs`() async throws {
        let thread = try ExecutorThread(named: "loop")
        let log = Locked<[String]>([])
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        thread.repeat {
            log.withLock { log in
                log.append(threadName())
                return log.count < 5 ? .immediate : nil
            }
        } onEnd: {
            end.finish()
        }
        await thread.run {}.value
        for await _ in ended {}
        #expect(log.withLock { $0 } == Array(repeating: "loop", count: 5))
    }

    @Test(.timeLimit(.minutes(15))) func `A loop waits for its descriptor, its instant or a word`() async throws {
        let thread = try ExecutorThread(named: "loop")
        let (ready, steps) = (try WakeDescriptor(), Watched(0))
        let instant = SystemClock.sinceBoot + .milliseconds(1)
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        thread.repeat {
            steps.change { $0 += 1 }
            switch steps.value {
            case 1: return PollWait(for: ready.descriptor)
            case 2: return PollWait(until: instant)
            case 3: return SystemClock.sinceBoot >= instant ? PollWait(for: ready.descriptor, until: nil) : nil
            default: return nil
            }
        } onEnd: {
            end.finish()
        }
        // The first step waits for a descriptor that is not readable: jobs go on.
        await steps.wait { $0 == 1 }
        for _ in 0..<10 { await thread.run {}.value }
        #expect(steps.value == 1)
        ready.signal()
        await steps.wait { $0 >= 3 }
        thread.stepNow()
        for await _ in ended {}
        #expect(steps.value >= 4)
    }

    @Test(.timeLimit(.minutes(15))) func `Jobs without end do not keep a loop from its steps`() async throws {
        let thread = try ExecutorThread(named: "loop")
        let steps = Locked(0)
        thread.repeat {
            steps.withLock { steps in
                steps += 1
                return steps < 100 ? .immediate : nil
            }
        } onEnd: {
        }
        await Task(executorPreference: thread) {
            while steps.withLock({ $0 < 100 }) { await Task.yield() }
        }.value
        #expect(steps.withLock { $0 } == 100)
    }

    @Test(.timeLimit(.minutes(15))) func `A thread outlives its executor while a loop goes on`() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        let count = Locked(0)
        do {
            let thread = try ExecutorThread(named: "loop")
            thread.repeat {
                count.withLock { count in
                    count += 1
                    return count < 3 ? PollWait(until: SystemClock.sinceBoot + .milliseconds(1)) : nil
                }
            } onEnd: {
                end.finish()
            }
        }
        for await _ in ended {}
        #expect(count.withLock { $0 } == 3)
    }
}

@Suite struct WakeDescriptorTests {
    @Test func `A wake sent before the poll is not lost`() async throws {
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
