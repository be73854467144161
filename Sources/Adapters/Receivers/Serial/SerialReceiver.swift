import CLinux
import LocationModel
public import LocationServices
package import NMEA
import Synchronization
package import SystemSupport

/// A receiver on a serial port, read directly: for boxes without gpsd, and where authorization must be complete.
///
/// It opens the port, finds its speed, puts sentences together and opens it again when it goes away: ``SerialLoop``.
public final class SerialReceiver: Receiver {
    /// What it reads: `serial:/dev/ttyUSB0?baud=9600`.
    public let source: String
    /// What it says, in order, in batches of what came together.
    public var events: ReceiverEvents { lifecycle.events }

    private let lifecycle: ReceiverLifecycle

    /// A released receiver.
    ///
    /// - Parameters:
    ///   - source: The port.
    ///   - rolloverReference: Milliseconds since 1970 near which the receiver's dates must lie (within 512 weeks;
    ///     others are moved by 1024 weeks): the build date of locd, or the synchronized clock. `nil`: dates stay.
    ///   - thread: The thread that reads it, and does other work, too.
    ///   - clock: Says how long no sentence has come, and when to ask for the moment again.
    ///   - presumedMoment: Milliseconds since 1970 for receivers that send a time of day but no date, asked about once
    ///     a minute; `nil` where the system's clock cannot be trusted. See ``synchronizedSystemTime()``.
    package init(
        source: SerialSource, rolloverReference: Int64? = nil, clock: MonotonicClock, on thread: ExecutorThread,
        presumedMoment: @escaping @Sendable () -> Int64? = { nil }
    ) {
        self.source = source.description
        let settings = SerialLoop.Settings(
            source: source, rolloverReference: rolloverReference, presumedMoment: presumedMoment, clock: clock)
        let memory = SerialLoop.Memory()
        lifecycle = ReceiverLifecycle(on: thread) { run in
            let loop = Mutex(SerialLoop(settings, memory, in: run))
            return { loop.withLock { $0.step() } }
        }
    }

    /// Opens the port, and again whenever it goes away, until ``stop()``. Returns immediately.
    public func start() { lifecycle.start() }

    /// Closes the port; when it returns, the port is free.
    public func stop() async { await lifecycle.stop() }
}

extension SerialReceiver {
    /// The system's time in milliseconds since 1970, where the kernel says that its clock is synchronised; else `nil`.
    ///
    /// It asks the kernel with `adjtimex`, which a unit with `ProtectClock=` answers with an error: then `nil` too.
    public static func synchronizedSystemTime() -> Int64? {
        guard clinux_clock_is_synchronized() == 1 else { return nil }
        let now = SystemClock.wallTime
        return now.seconds * 1000 + now.nanoseconds / 1_000_000
    }
}
