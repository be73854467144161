import Subprocess
import Synchronization

/// A process that a test started: its words are kept, signals reach it by its own identifier and never one that was
/// given to somebody else since, and it can be waited for.
final class Child: Sendable {
    /// For a person: `gpsd`.
    let name: String

    private struct State {
        var processIdentifier: Int32?
        var words: [UInt8] = []
        var status: TerminationStatus?
        var failure: String?
        var mayEnd = false
    }

    /// The last words that are kept.
    private static let wordsLimit = 64 << 10

    private let state = Mutex(State())
    private let signals: AsyncStream<Signal>
    private let signalsContinuation: AsyncStream<Signal>.Continuation
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts a program by its path. It has no standard input.
    init(_ name: String, path: String, arguments: [String]) {
        self.name = name
        (signals, signalsContinuation) = AsyncStream.makeStream()
        // env becomes the program: it takes a path as it is, and so no type of a path is needed here.
        let words = [path] + arguments
        task.withLock { $0 = Task { await self.run(words) } }
    }

    /// Sends a signal, unless the process has ended.
    func send(_ signal: Signal) {
        if [Signal.terminate, .kill, .interrupt].contains(signal) { state.withLock { $0.mayEnd = true } }
        signalsContinuation.yield(signal)
    }

    /// The process, as long as it runs.
    var processIdentifier: Int32? { state.withLock { $0.status == nil ? $0.processIdentifier : nil } }

    /// How it ended; `nil` while it runs.
    var status: TerminationStatus? { state.withLock(\.status) }

    /// What it said last, on both of its outputs.
    var words: String { state.withLock { String(decoding: $0.words, as: UTF8.self) } }

    /// Whether it ended, or never began, and nobody asked it to.
    var hasFailed: Bool { state.withLock { !$0.mayEnd && ($0.status != nil || $0.failure != nil) } }

    /// It may end by itself, and that is no failure.
    func mayEnd() {
        state.withLock { $0.mayEnd = true }
    }

    /// The last words, under its name, for the report of a failure.
    var report: String {
        state.withLock { state in
            let end = state.failure ?? state.status.map { "\($0)" } ?? "runs"
            return "--- \(name) (\(end)):\n" + String(decoding: state.words.suffix(3000), as: UTF8.self)
        }
    }

    /// Ends it, whatever state it is in: asks, and after a while does not ask any more. Returns when it is gone.
    func end(patience: Duration = .seconds(5)) async {
        state.withLock { $0.mayEnd = true }
        // One that is stopped could not answer.
        signalsContinuation.yield(.resume)
        signalsContinuation.yield(.terminate)
        let mercy = Task {
            try await Task.sleep(for: patience)
            signalsContinuation.yield(.kill)
        }
        await task.withLock(\.self)?.value
        mercy.cancel()
    }

    private func run(_ words: [String]) async {
        do {
            let result = try await Subprocess.run(
                .name("env"), arguments: Arguments(words), input: .none, output: .sequence, error: .combinedWithOutput
            ) { execution in
                state.withLock { $0.processIdentifier = execution.processIdentifier.value }
                await withTaskGroup { group in
                    group.addTask {
                        for await signal in self.signals { try? execution.send(signal: signal) }
                    }
                    await self.listen(to: execution.standardOutput)
                    group.cancelAll()
                }
            }
            state.withLock { $0.status = result.terminationStatus }
        } catch {
            state.withLock { $0.failure = "\(error)" }
        }
    }

    /// Its outputs end when it ends: nothing that is started here leaves children behind.
    private func listen(to output: SubprocessOutputSequence) async {
        do {
            for try await part in output {
                let bytes = part.withUnsafeBytes { Array($0) }
                state.withLock { state in
                    state.words += bytes
                    if state.words.count > 2 * Self.wordsLimit {
                        state.words.removeFirst(state.words.count - Self.wordsLimit)
                    }
                }
            }
        } catch {
            // It ended while we read: what it said until then is kept.
        }
    }
}
