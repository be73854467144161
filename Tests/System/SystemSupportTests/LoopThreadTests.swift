import Glibc
import LocdTestSupport
import Testing

@testable import SystemSupport

/// A pipe whose reader blocks until it is opened.
private struct Gate: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    func wait() {
        var byte: UInt8 = 0
        _ = read(reading, &byte, 1)
    }

    func open() {
        _ = write(writing, "x", 1)
    }

    func close() {
        Glibc.close(reading)
        Glibc.close(writing)
    }
}

@Suite(.timeLimit(.minutes(5))) struct LoopThreadTests {
    /// What was done, and in whose time.
    private let log = Watched<[String]>([])

    /// An executor that a loop's thread helps. A machine that is busy needs a while for a step.
    private func writer(patience: Duration = .seconds(3600)) throws -> ExecutorThread {
        try ExecutorThread(named: "writer", help: .betweenSteps(patience: patience))
    }

    /// Adds a job of a writer's.
    @discardableResult
    private func add(_ text: String, to writer: ExecutorThread, through gate: Gate? = nil) -> Task<Void, Never> {
        Task(executorPreference: writer) { [log] in
            gate?.wait()
            log.change { $0.append("\(text), \(ExecutorThread.mayBlock ? "writer" : "loop")") }
        }
    }

    @Test func stepsAreRepeatedUntilOneIsTheLast() async throws {
        let count = Locked(0)
        let loop = try LoopThread.run(named: "loop") {
            count.withLock { count in
                count += 1
                return count < 5
            }
        }
        await loop.value
        await loop.value
        #expect(count.withLock { $0 } == 5)
    }

    @Test func theJobsOfAStepRunAfterIt_OnItsThread() async throws {
        let (writer, steps) = (try writer(), Locked(0))
        let loop = try LoopThread.run(named: "loop") { [log] in
            let step = steps.withLock { steps in
                steps += 1
                return steps
            }
            add("job \(step)", to: writer)
            log.change { $0.append("step \(step)") }
            return step < 3
        }
        await loop.value
        await log.wait { $0.count == 6 }
        #expect(log.value == ["step 1", "job 1, loop", "step 2", "job 2, loop", "step 3", "job 3, loop"])
    }

    @Test func otherThreadsWakeTheWriter() async throws {
        let writer = try writer()
        await add("job", to: writer).value
        let reader = try ExecutorThread(named: "reader").run { add("job", to: writer) }
        await reader.value
        await log.wait { $0.count == 2 }
        #expect(log.value == ["job, writer", "job, writer"])
    }

    @Test func aLoopGoesOnWhileAJobBlocks_AndTheJobEndsOnce() async throws {
        let (writer, gate, steps) = (try writer(patience: .seconds(1)), try Gate(), Watched(0))
        let loop = try LoopThread.run(named: "loop") { [log] in
            if steps.value == 0 { add("blocked", to: writer, through: gate) }
            // Jobs wait for the one that blocks, in their order.
            if steps.value == 1 { add("second", to: writer) }
            log.change { $0.append("step") }
            steps.change { $0 += 1 }
            return steps.value < 3
        }
        // The loop ends although its first thread still blocks.
        await loop.value
        #expect(log.value == ["step", "step", "step"])
        gate.open()
        await log.wait { $0.count == 5 }
        #expect(log.value.suffix(2) == ["blocked, loop", "second, loop"])
        gate.close()
    }

    @Test func afterAJobThatTookLongTheWriterDoesItsOwnWork() async throws {
        let writer = try writer(patience: .seconds(1))
        let (gate, next, steps) = (try Gate(), try Gate(), Watched(0))
        let loop = try LoopThread.run(named: "loop") {
            steps.change { $0 += 1 }
            switch steps.value {
            case 1: add("blocked", to: writer, through: gate)
            case 2: next.wait()
            default: add("later", to: writer)
            }
            return steps.value < 3
        }
        // The job has taken long: another thread does the second step.
        await steps.wait { $0 == 2 }
        gate.open()
        await log.wait { $0.count == 1 }
        next.open()
        await loop.value
        await log.wait { $0.count == 2 }
        #expect(log.value == ["blocked, loop", "later, writer"])
        gate.close()
        next.close()
    }

    @Test func aStepThatWaitsAfterItAddedAJobDoesNotKeepIt() async throws {
        let (writer, gate) = (try writer(patience: .milliseconds(1)), try Gate())
        let loop = try LoopThread.run(named: "loop") {
            add("job", to: writer)
            gate.wait()
            return false
        }
        await log.wait { !$0.isEmpty }
        #expect(log.value == ["job, writer"])
        gate.open()
        await loop.value
        gate.close()
    }
}
