/// Decides whether the receiver is held, from the demands of the managers.
///
/// Without power saving, it is held while any manager needs locations. With power saving, it is released while looks
/// suffice for all managers (paused, or a kilometre or coarser), and a look is taken every `interval`. Without
/// managers, it is always released.
public struct DutyCycle: Sendable {
    /// Accepted locations that complete a look: enough to confirm a motion.
    static let locationsPerLook = 3
    /// How long a look continues after its first location.
    static let settling = Duration.seconds(10)
    /// How long a look continues without any location: a cold receiver may take half a minute.
    static let patience = Duration.seconds(60)

    private enum State {
        case released
        case held
        case looking(since: Duration, firstLocation: Duration?, locations: Int)
        case resting(until: Duration)
    }

    /// Whether the last look brought a location; true before the first one.
    public private(set) var lastLookWasGood = true

    /// How often to look; `nil` always holds. A change takes effect with the next update of the demands.
    var interval: Duration?
    private var state = State.released

    /// A cycle with a look every `interval`; `nil` always holds.
    public init(interval: Duration?) {
        self.interval = interval
    }

    /// Whether the receiver should be held now.
    public var isHeld: Bool {
        switch state {
        case .held, .looking: true
        case .released, .resting: false
        }
    }

    /// The instant at which ``tick(at:)`` is due.
    public var deadline: Duration? {
        switch state {
        case .released, .held: nil
        case .looking(let since, let first, _): first.map { $0 + Self.settling } ?? (since + Self.patience)
        case .resting(let until): until
        }
    }

    /// The demands changed. A new client that `needsLocation` gets a look at once.
    public mutating func update(_ demands: some Collection<Demand>, needsLocation: Bool = false, at now: Duration) {
        guard !demands.isEmpty else {
            state = .released
            return
        }
        guard let interval, demands.allSatisfy(\.isContentWithLooks) else {
            state = .held
            return
        }
        switch state {
        case .held: state = .resting(until: now + interval)
        case .released: state = .looking(since: now, firstLocation: nil, locations: 0)
        case .resting where needsLocation: state = .looking(since: now, firstLocation: nil, locations: 0)
        case .looking, .resting: break
        }
    }

    /// A location was accepted.
    public mutating func location(at now: Duration) {
        guard case .looking(let since, let first, let locations) = state else { return }
        lastLookWasGood = true
        state = .looking(since: since, firstLocation: first ?? now, locations: locations + 1)
        if locations + 1 >= Self.locationsPerLook { rest(at: now) }
    }

    /// Time passed.
    public mutating func tick(at now: Duration) {
        guard let deadline, now >= deadline else { return }
        switch state {
        case .resting: state = .looking(since: now, firstLocation: nil, locations: 0)
        case .looking(_, let first, _):
            lastLookWasGood = first != nil
            rest(at: now)
        case .released, .held: break
        }
    }

    private mutating func rest(at now: Duration) {
        state = .resting(until: now + (interval ?? .zero))
    }
}
