internal import CoreFoundation
import Synchronization

/// The run loop of one thread.
///
/// To wake a run loop from another thread, only a source of version 0 works on Linux: `RunLoop.perform` waits for
/// something else to happen, and a loop without a source ends immediately. A thread that never runs its loop receives
/// nothing, as on Apple's platforms; the waiting work is bounded.
final class RunLoopCallbacks: CallbackContext, @unchecked Sendable {
    // Unchecked: a lock guards what waits.

    /// The maximum number of waiting pieces of work; beyond it the oldest are dropped.
    static let capacity = 1000

    private let waiting = Waiting()
    private let loop: CFRunLoop
    private let source: CFRunLoopSource

    /// The current thread's. Its users keep it alive; when it is released, the source leaves the loop.
    static var current: any CallbackContext { RunLoopCallbacks() ?? MainCallbacks() }

    private init?() {
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(waiting).toOpaque()
        context.retain = { info in info.map { UnsafeRawPointer(Unmanaged<Waiting>.fromOpaque($0).retain().toOpaque()) }
        }
        context.release = { info in info.map { Unmanaged<Waiting>.fromOpaque($0).release() } }
        context.perform = { info in info.map { Unmanaged<Waiting>.fromOpaque($0).takeUnretainedValue().run() } }
        guard let loop = CFRunLoopGetCurrent(), let source = CFRunLoopSourceCreate(nil, 0, &context) else { return nil }
        self.loop = loop
        self.source = source
        CFRunLoopAddSource(loop, source, kCFRunLoopCommonModes)
    }

    deinit {
        CFRunLoopSourceInvalidate(source)
    }

    func perform(_ work: @escaping @Sendable () -> Void) {
        waiting.add(work)
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
    }

    private final class Waiting: Sendable {
        private let work = Mutex<[@Sendable () -> Void]>([])

        func add(_ piece: @escaping @Sendable () -> Void) {
            work.withLock { work in
                if work.count >= RunLoopCallbacks.capacity { work.removeFirst() }
                work.append(piece)
            }
        }

        /// One by one: a piece that runs the loop itself goes on with the next.
        func run() {
            while let piece = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { piece() }
        }
    }
}
