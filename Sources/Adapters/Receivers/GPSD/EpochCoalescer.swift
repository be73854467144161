import LocationModel

/// Makes one fix of the several reports that gpsd gives of one epoch; the last one wins.
///
/// gpsd reports once an epoch when it knows the receiver's last sentence, and two to four times while it does not. How
/// many it is, is learned, so that no fixed timer delays a fix: it is passed on with the learned report, or when the
/// next epoch begins, or, should both fail, when the epoch has been quiet for twice as long as epochs take.
struct EpochCoalescer {
    /// Epochs that are remembered: the most reports of any of them are waited for.
    private static let memory = 8
    /// Epochs after which the number of reports is known.
    private static let learning = 3
    /// How long to wait for more while the number is not known.
    private static let patience = Duration.seconds(2)

    private struct Epoch {
        var fix: Fix
        let timestamp: Timestamp
        var count = 1
        let began: Duration
        var isDelivered = false
    }

    private var epoch: Epoch?
    private var counts: [Int] = []
    private var spreads: [Duration] = []
    private var spread = Duration.zero

    /// The instant at which ``tick(at:)`` is due; `nil` if nothing waits.
    var deadline: Duration? {
        guard let epoch, !epoch.isDelivered else { return nil }
        guard learned != nil, let longest = spreads.max() else { return epoch.began + Self.patience }
        return epoch.began + min(Self.patience, longest * 2 + .milliseconds(100))
    }

    /// Takes the next report; passes on the fixes that are complete with it, none, one or two.
    mutating func report(_ fix: Fix, at now: Duration) -> [Fix] {
        // Without a time there is no epoch to gather.
        guard let timestamp = fix.timestamp else { return [fix] }
        var complete: [Fix] = []
        if var current = epoch, current.timestamp == timestamp {
            current.count += 1
            spread = now - current.began
            if fix.mode != .none || current.fix.mode == .none {
                current.fix = fix
                // Too late to win: the gate counts it as the duplicate that it is.
                if current.isDelivered { complete.append(fix) }
            }
            epoch = current
        } else {
            if let rest = close() { complete.append(rest) }
            epoch = Epoch(fix: fix, timestamp: timestamp, began: now)
            spread = .zero
        }
        if let learned, let current = epoch, !current.isDelivered, current.count >= learned {
            complete.append(current.fix)
            epoch?.isDelivered = true
        }
        return complete
    }

    /// Time passed: the fix that waited long enough.
    mutating func tick(at now: Duration) -> Fix? {
        guard let deadline, now >= deadline, let current = epoch else { return nil }
        epoch?.isDelivered = true
        return current.fix
    }

    /// Nothing more comes: the fix that waited.
    mutating func flush() -> Fix? {
        defer { epoch = nil }
        return close()
    }

    private var learned: Int? {
        counts.count >= Self.learning ? counts.max() : nil
    }

    private mutating func close() -> Fix? {
        guard let done = epoch else { return nil }
        if counts.count == Self.memory {
            counts.removeFirst()
            spreads.removeFirst()
        }
        counts.append(done.count)
        spreads.append(spread)
        return done.isDelivered ? nil : done.fix
    }
}
