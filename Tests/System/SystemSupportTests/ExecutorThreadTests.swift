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

    // MARK: - Sleeping

    @Test func aTaskSleepsOnTheThreadThatItPrefers() async throws {
        let thread = try ExecutorThread(named: "sleeper")
        let task = Task(executorPreference: thread) {
            let instant = SystemClock.sinceBoot + .milliseconds(1)
            let hasSlept = try await ExecutorThread.sleep(until: instant)
            return (threadName(), hasSlept && SystemClock.sinceBoot >= instant)
        }
        let (name, isLate) = try await task.value
        #expect(name == "sleeper")
        #expect(isLate)
    }

    @Test func severalSleep_AlsoUntilInstantsThatHavePassed() async throws {
        let thread = try ExecutorThread(named: "sleeper")
        let log = Locked<[Int]>([])
        let start = SystemClock.sinceBoot
        await withTaskGroup(of: Void.self) { group in
            for milliseconds in [2, 1, 0, -1000] {
                group.addTask(executorPreference: thread) {
                    _ = try? await ExecutorThread.sleep(until: start + .milliseconds(milliseconds))
                    log.withLock { $0.append(milliseconds) }
                }
            }
        }
        #expect(log.withLock { $0 }.sorted() == [-1000, 0, 1, 2])
    }

    @Test func cancellationEndsASleep_AndPreventsALaterOne() async throws {
        let thread = try ExecutorThread(named: "sleeper")
        let task = Task(executorPreference: thread) {
            _ = try await ExecutorThread.sleep(until: SystemClock.sinceBoot + .seconds(3600))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let later = Task(executorPreference: thread) {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await ExecutorThread.sleep(until: SystemClock.sinceBoot + .seconds(3600))
        }
        await #expect(throws: CancellationError.self) { try await later.value }
    }

    @Test func aTaskWithoutAThreadDoesNotSleep() async throws {
        let hasSlept = try await ExecutorThread.sleep(until: SystemClock.sinceBoot + .seconds(3600))
        #expect(!hasSlept)
    }

    // MARK: - Helping

    /// The names of the threads that run the jobs that a reader's thread adds to another executor.
    private static func names(_ help: ExecutorHelp, isHelping: Bool = true) async throws -> [String] {
        let pipeline = try ExecutorThread(named: "pipeline", help: help)
        let log = Locked<[String]>([])
        let given = Locked<[Task<Void, Never>]>([])
        let give: @Sendable () -> Void = {
            for _ in 0..<3 {
                given.withLock {
                    $0.append(
                        Task(executorPreference: pipeline) {
                            log.withLock { $0.append(threadName()) }
                            // A job that a job adds runs on the same thread.
                            await Task(executorPreference: pipeline) { log.withLock { $0.append(threadName()) } }.value
                        })
                }
            }
        }
        await
            (try ExecutorThread(named: "reader").run {
                if isHelping { ExecutorThread.helping(give) } else { give() }
            }).value
        for task in given.withLock({ $0 }) { await task.value }
        return log.withLock { $0 }
    }

    @Test func aHelpingThreadRunsTheJobsThatItAdds() async throws {
        #expect(try await Self.names(.atOnce) == Array(repeating: "reader", count: 6))
        #expect(try await Self.names(.atOnce, isHelping: false) == Array(repeating: "pipeline", count: 6))
        #expect(try await Self.names(.none) == Array(repeating: "pipeline", count: 6))
    }

    @Test func helpingReturnsWhenTheJobsAreDone() async throws {
        let pipeline = try ExecutorThread(named: "pipeline", help: .atOnce)
        let log = Locked<[String]>([])
        await
            (try ExecutorThread(named: "reader").run {
                ExecutorThread.helping {
                    _ = Task(executorPreference: pipeline) { log.withLock { $0.append("job") } }
                    log.withLock { $0.append("body") }
                }
                log.withLock { $0.append("end") }
            }).value
        #expect(log.withLock { $0 } == ["body", "job", "end"])
    }

    @Test func aBusyThreadKeepsItsJobs() async throws {
        let pipeline = try ExecutorThread(named: "pipeline", help: .atOnce)
        let log = Locked<[String]>([])
        var ends: [Int32] = [-1, -1]
        let isOpen = pipe(&ends) == 0
        try #require(isOpen)
        let (reading, writing) = (ends[0], ends[1])
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        let blocked = pipeline.run {
            beginning.finish()
            var byte: UInt8 = 0
            _ = read(reading, &byte, 1)
        }
        for await _ in began {}
        let given = Locked<Task<Void, Never>?>(nil)
        await
            (try ExecutorThread(named: "reader").run {
                ExecutorThread.helping {
                    given.withLock {
                        $0 = Task(executorPreference: pipeline) { log.withLock { $0.append(threadName()) } }
                    }
                }
                log.withLock { $0.append("went on") }
            }).value
        _ = write(writing, "x", 1)
        await blocked.value
        await given.withLock { $0 }?.value
        #expect(log.withLock { $0 } == ["went on", "pipeline"])
        close(reading)
        close(writing)
    }

    @Test func aThreadDoesNotHelpWithoutEnd() async throws {
        let pipeline = try ExecutorThread(named: "pipeline", help: .atOnce)
        let names = Locked<Set<String>>([])
        let given = Locked<Task<Void, Never>?>(nil)
        await
            (try ExecutorThread(named: "reader").run {
                ExecutorThread.helping {
                    given.withLock {
                        $0 = Task(executorPreference: pipeline) {
                            // Each of these is a job that the one before adds.
                            for _ in 0..<1000 { await Task.yield() }
                            _ = names.withLock { $0.insert(threadName()) }
                        }
                    }
                }
                _ = names.withLock { $0.insert("returned on \(threadName())") }
            }).value
        await given.withLock { $0 }?.value
        #expect(names.withLock { $0 } == ["pipeline", "returned on reader"])
    }

    @Test func anActorIsIsolatedOnAHelpingThread() async throws {
        actor Worker {
            private let thread: ExecutorThread
            nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
            private(set) var names: [String] = []

            init(_ thread: ExecutorThread) { self.thread = thread }

            func work() {
                preconditionIsolated()
                names.append(threadName())
            }
        }
        let thread = try ExecutorThread(named: "worker", help: .atOnce)
        let worker = Worker(thread)
        let given = Locked<Task<Void, Never>?>(nil)
        await
            (try ExecutorThread(named: "reader").run {
                ExecutorThread.helping {
                    given.withLock { $0 = Task(executorPreference: thread) { await worker.work() } }
                }
            }).value
        await given.withLock { $0 }?.value
        await worker.work()
        #expect(await worker.names == ["reader", "worker"])
    }
}
