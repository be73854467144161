package import LocationModel

/// Reports the states of the receiver that last, so that a receiver that flaps starts no program. Pure.
package struct ReceiverSettling: Sendable {
    /// A change to report.
    package enum Change: Sendable, Hashable {
        case fixLost(since: Duration)
        case fixFound
        case receiver(ReceiverState)
    }

    /// How long a state must last before it is reported, and how long without a fix before the fix counts as lost.
    package static let settling = Duration.seconds(10)

    /// The last report; `nil` if there was none.
    package private(set) var hasFix: Bool?
    package private(set) var receiver: ReceiverState?
    private var lostSince: Duration?

    /// Continues where an earlier run ended.
    package init(hasFix: Bool?, receiver: String?) {
        self.hasFix = hasFix
        self.receiver = receiver.flatMap(ReceiverState.init)
    }

    /// Checks the present state, which began at a monotonic instant.
    /// - Returns: What to report now, and when to check again if nothing changes before.
    package mutating func look(at present: ReceiverState, since: Duration, now: Duration) -> (
        changes: [Change], next: Duration?
    ) {
        var changes: [Change] = []
        var next: Duration?
        switch present {
        // Starting, or released on purpose: nothing is lost.
        case .opening, .released:
            lostSince = nil
            return ([], nil)
        case let state where state.hasFix:
            lostSince = nil
            if hasFix != true { changes.append(.fixFound) }
            hasFix = true
        default:
            let lost = lostSince ?? since
            lostSince = lost
            if hasFix == true {
                if now - lost >= Self.settling {
                    changes.append(.fixLost(since: lost))
                    hasFix = false
                } else {
                    next = lost + Self.settling
                }
            }
        }
        if present != receiver {
            if now - since >= Self.settling {
                changes.append(.receiver(present))
                receiver = present
            } else {
                let due = since + Self.settling
                next = min(next ?? due, due)
            }
        }
        return (changes, next)
    }
}
