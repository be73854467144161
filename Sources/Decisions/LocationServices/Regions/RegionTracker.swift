internal import LocationModel

/// The state of one region between its gates: a pure state machine that takes distances from the boundary.
struct RegionTracker: Sendable, Hashable, Codable {
    /// The result of a location.
    enum Outcome: Hashable {
        /// The first state: no entry and no exit.
        case determined(RegionState)
        case crossed(RegionState)
    }

    /// Locations on the other side that are not confirmed yet.
    struct Candidate: Sendable, Hashable, Codable {
        var since: Timestamp
        /// Locations in a row beyond the gates, with a speed.
        var moving: Int
        /// Since when all locations are far outside.
        var farSince: Timestamp?
    }

    /// A passage between two locations that the next one must confirm.
    struct Passage: Sendable, Hashable, Codable {
        var from: Coordinate
        var to: Coordinate
        /// Since when it waits for a location beyond doubt, as the next one was across or near the boundary.
        var waitsSince: Timestamp?
    }

    private(set) var state = RegionState.unknown
    private(set) var candidate: Candidate?
    var passage: Passage?
    /// The state reported before any was determined; outside by default.
    let reportedBefore: RegionState

    init(state: RegionState = .unknown, reportedBefore: RegionState = .outside) {
        self.state = state
        self.reportedBefore = reportedBefore
    }

    var reported: RegionState { state == .unknown ? reportedBefore : state }

    /// Whether there is nothing to store: outside without doubt, as far as is known.
    var isIdle: Bool { state == .outside && candidate == nil && passage == nil }

    /// Whether the state can change without a location on the other side.
    var isPending: Bool { state == .unknown || candidate != nil || passage != nil }

    /// Takes a location `distance` metres from the boundary (negative inside). Beyond `needed` metres, the side is
    /// certain.
    /// - Parameters:
    ///   - isFar: Whether the location is so far outside that noise alone does not lead there.
    mutating func receive(
        distance: Double, needed: Double, at timestamp: Timestamp, isMoving: Bool, isFar: Bool, gates: RegionGates
    ) -> Outcome? {
        let confirmation = gates.confirmation
        let side = distance <= 0 ? RegionState.inside : .outside
        let isClear = abs(distance) >= needed
        guard side != state else {
            candidate = nil
            return nil
        }
        if state == .unknown, isClear {
            settle(side)
            return .determined(side)
        }
        guard isClear || state == .unknown else {
            candidate?.moving = 0
            candidate?.farSince = nil
            return nil
        }
        var seen = candidate ?? Candidate(since: timestamp, moving: 0)
        seen.moving = isMoving && isClear ? seen.moving + 1 : 0
        seen.farSince = isFar ? seen.farSince ?? timestamp : nil
        candidate = seen
        // Near the boundary from the beginning: after a while, the side alone is enough.
        if state == .unknown {
            guard timestamp.seconds(since: seen.since) >= confirmation else { return nil }
            settle(side)
            return .determined(side)
        }
        guard
            confirmation <= 0 || seen.moving >= 2 || timestamp.seconds(since: seen.since) >= confirmation
                || seen.farSince.map({ timestamp.seconds(since: $0) >= gates.farConfirmation }) == true
        else { return nil }
        settle(side)
        return .crossed(side)
    }

    /// The receiver's time went back: pending confirmations start again.
    mutating func timeReset() {
        candidate = nil
        passage = nil
    }

    private mutating func settle(_ side: RegionState) {
        state = side
        candidate = nil
        passage = nil
    }
}
