internal import LocationModel

/// The second stage of ``ManagerCore``: the age of a location when it is handled.
struct AgeMeter: Sendable {
    /// The newest time of the locations so far.
    private(set) var newest: Timestamp?

    /// Seconds since the arrival and behind the newest time; `nil` in a replay, where ages do not exist.
    mutating func age(
        of location: Location, timeReset: TimeReset?, arrival: Duration?, at moment: Moment
    ) -> Double? {
        guard let arrival, case .live(let now) = moment else { return nil }
        if timeReset != nil { newest = nil }
        let newest = max(newest ?? location.timestamp, location.timestamp)
        self.newest = newest
        return (now - arrival).seconds + newest.seconds(since: location.timestamp)
    }

    /// Forgets the newest time.
    mutating func forget() {
        newest = nil
    }
}
