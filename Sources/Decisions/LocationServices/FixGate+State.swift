public import LocationModel
internal import Motion

extension FixGate {
    /// The state kept across restarts, so that a gate continues as if it had never stopped.
    public struct State: Sendable, Hashable, Codable {
        var last: Seen?
        /// Oldest first.
        var recent: [Seen]
        var hasAccepted: Bool
        var leapSecondsUntil: Timestamp?
        var travelledInPlace: Double
        var lastInPlace: Timestamp?
        var speedInPlace: Double?
        var speed: Speed?
        var altitudes: AltitudeValidator
        var doubt: Doubt?
    }

    /// The state to save for the next run.
    public var state: State {
        let seen = recent.indices.compactMap { recent[(nextRecent + $0) % recent.count] }
        return State(
            last: last, recent: seen, hasAccepted: hasAccepted, leapSecondsUntil: leapSecondsUntil,
            travelledInPlace: travelledInPlace, lastInPlace: lastInPlace, speedInPlace: speedInPlace,
            speed: speed, altitudes: altitudes, doubt: doubt)
    }

    /// Resumes a gate from an earlier run; `newest` is the last location known to have passed it, which may be later
    /// than the state.
    public init(resuming state: State?, resumingAfter newest: Location? = nil) {
        guard let state else {
            self.init(resumingAfter: newest)
            return
        }
        self.init()
        for seen in state.recent.suffix(recent.count) { remember(seen) }
        last = state.last
        hasAccepted = state.hasAccepted
        leapSecondsUntil = state.leapSecondsUntil
        travelledInPlace = state.travelledInPlace
        lastInPlace = state.lastInPlace
        speedInPlace = state.speedInPlace
        speed = state.speed
        altitudes = state.altitudes
        doubt = state.doubt
        if let newest, newest.timestamp > self.newest ?? .earliest {
            remember(Seen(timestamp: newest.timestamp, coordinate: newest.coordinate))
        }
    }
}
