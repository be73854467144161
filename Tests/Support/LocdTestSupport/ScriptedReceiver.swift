public import LocationModel
public import LocationServices

/// A receiver that says what a test gives it, while it is held.
public final class ScriptedReceiver: Receiver {
    /// What was asked of it, in order.
    public enum Call: Sendable, Hashable {
        case start
        case stop
    }

    /// No hardware.
    public let source = "scripted:"
    /// What it was given, while it was held.
    public let events = ReceiverEvents()

    /// The starts that took hold and the stops that let go.
    public let calls = Watched<[Call]>([])

    private let isHeld = Locked(false)

    /// A receiver that is let go of.
    public init() {}

    /// Takes hold; the link is open at once.
    public func start() {
        isHeld.withLock { isHeld in
            guard !isHeld else { return }
            isHeld = true
            leave([.link(ReceiverLink(.open))])
            calls.change { $0.append(.start) }
        }
    }

    /// Lets go.
    public func stop() async {
        isHeld.withLock { isHeld in
            guard isHeld else { return }
            isHeld = false
            leave([.link(ReceiverLink(.released))])
            calls.change { $0.append(.stop) }
        }
    }

    /// Says a batch; nothing where it is let go of, as real ones.
    public func say(_ batch: [ReceiverEvent]) {
        isHeld.withLock { isHeld in
            if isHeld { leave(batch) }
        }
    }

    /// Says a batch of fixes.
    public func say(_ fixes: Fix...) {
        say(fixes.map { .fix($0) })
    }

    /// Has nothing more to say for good.
    public func finish() {
        events.finish()
    }

    private func leave(_ batch: [ReceiverEvent]) {
        events.append(batch)
    }
}
