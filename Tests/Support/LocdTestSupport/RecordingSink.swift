public import LocationModel
public import LocationServices

/// A sink that keeps what it is told.
public final class RecordingSink: LocationSink {
    /// Everything that it was told.
    public let events = Watched<[LocationEvent]>([])
    /// The locations among it: who waits for the ten-thousandth does not count all of them at each.
    private let received = Watched<[Location]>([])

    /// A sink.
    public init() {}

    /// Keeps a batch.
    public func receive(_ events: [LocationEvent]) {
        self.events.change { $0 += events }
        let locations = events.locations
        if !locations.isEmpty { received.change { $0 += locations } }
    }

    /// The locations among what it was told.
    public var locations: [Location] { events.value.locations }

    /// Waits until so many locations were told.
    @discardableResult
    public func locations(atLeast count: Int) async -> [Location] {
        await received.wait { $0.count >= count }
    }
}

extension [LocationEvent] {
    /// The locations among the events.
    public var locations: [Location] {
        compactMap { if case .location(let location) = $0 { location } else { nil } }
    }

    /// The gaps among the events.
    public var gaps: [Gap] {
        compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }
}
