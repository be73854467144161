package import LocationModel
public import LocationServices
import Synchronization
package import SystemSupport

/// A receiver behind gpsd, through libgps.
///
/// Each hold of gpsd is a ``GPSDSession`` on the pipeline's thread. Letting go closes the connection: gpsd closes the
/// device when its last watcher has left.
public final class GPSDReceiver: Receiver {
    /// The address, as the configuration spells it.
    public let source: String
    /// What gpsd reports; never ends.
    public var events: ReceiverEvents { lifecycle.events }

    let lifecycle: ReceiverLifecycle

    /// A receiver behind the gpsd of an address, read on a thread that also does other work.
    package init(_ address: GPSDAddress, clock: MonotonicClock, on thread: ExecutorThread) {
        source = address.description
        lifecycle = ReceiverLifecycle(on: thread) { run in
            let session = Mutex(GPSDSession(address, clock: clock, in: run))
            return { session.withLock { $0.step() } }
        }
    }

    /// Connects to gpsd, and again whenever it goes away, until ``stop()``. Returns immediately.
    public func start() { lifecycle.start() }

    /// Closes the connection; gpsd then closes the device if no other client watches it.
    public func stop() async { await lifecycle.stop() }
}
