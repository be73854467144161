package import LocationModel

extension Visits.State {
    /// Learns of a visit that was reported after this state was saved: it is not reported again.
    package mutating func catchUp(with visit: Visit) {
        if visit.departureDate != nil {
            // One that began since then goes on.
            if let stay, stay.since <= visit.since ?? visit.timestamp { self.stay = nil }
        } else if stay?.since == visit.since {
            stay?.isDelivered = true
            trail = []
        } else {
            let arrival = Visits.Mark(coordinate: visit.coordinate, timestamp: visit.since ?? visit.timestamp)
            var stay = Visits.Stay(at: arrival, isArrivalKnown: visit.arrivalDate != nil)
            (stay.until, stay.isDelivered) = (visit.timestamp, true)
            self.stay = stay
            trail = []
        }
        last = visit.timestamp
    }
}
