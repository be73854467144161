import LocationModel
import LocdClient

extension LocationSession.Iterator {
    /// The events from here on, until the update that brings the last one, or until the session ends.
    mutating func events(until isLast: (LocationEvent) -> Bool) async throws -> [LocationEvent] {
        var found: [LocationEvent] = []
        while let update = try await next() {
            guard case .events(let events) = update else { continue }
            found += events
            if events.contains(where: isLast) { break }
        }
        return found
    }
}
