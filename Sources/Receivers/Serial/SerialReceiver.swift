import LocationModel
public import LocationServices

/// A receiver on a serial port, read directly: for boxes without gpsd, and where authorization must be complete.
///
/// One thread opens the port, finds its speed, puts sentences together and opens it again when it goes away.
public final class SerialReceiver: Receiver {
    /// What it reads: `serial:/dev/ttyUSB0?baud=9600`.
    public let source: String
    /// What it says, in order, in batches of what came together.
    public var events: AsyncStream<[ReceiverEvent]> { queue.events }

    private let device: String
    private let queue = EventQueue()
    private let thread: ReceiverThread

    /// A receiver that is let go of.
    ///
    /// - Parameters:
    ///   - source: The port.
    ///   - rolloverReference: Milliseconds since 1970 near which the receiver's dates must lie (within 512 weeks;
    ///     others are moved by 1024 weeks): the build date of locd, or the newest track line. `nil`: dates stay.
    ///   - presumedMoment: Milliseconds since 1970 for receivers that send a time of day but no date, asked about once
    ///     a minute; `nil` where the system's clock cannot be trusted. See ``synchronizedSystemTime()``.
    public init(
        source: SerialSource, rolloverReference: Int64? = nil,
        presumedMoment: @escaping @Sendable () -> Int64? = { nil }
    ) {
        self.source = source.description
        device = source.device
        let settings = SerialLoop.Settings(
            source: source, rolloverReference: rolloverReference, presumedMoment: presumedMoment)
        let memory = SerialLoop.Memory()
        thread = ReceiverThread(named: "locd-serial") { [queue] in
            { stop in
                var loop = SerialLoop(settings, memory, queue, until: stop)
                loop.run()
            }
        }
    }

    deinit {
        queue.finish()
    }

    /// Opens the port, and again whenever it goes away, until ``stop()``. Returns at once.
    public func start() {
        do { try thread.start() } catch { say(error) }
    }

    /// Closes the port; when it returns, the port is free.
    public func stop() async {
        do {
            try await thread.stop { [queue] in queue.say([.link(ReceiverLink(.released))]) }
        } catch {
            say(error)
        }
    }

    private func say(_ error: DedicatedThread.CannotStart) {
        queue.say([.link(ReceiverLink(.absent(.deviceError), detail: error.description, device: device))])
    }
}
