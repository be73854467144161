public import LocationModel
public import LocationServices

/// A sink that keeps what it is told; closed, it takes a batch and does not return until it is opened.
public final class RecordingSink: LocationSink {
    /// Everything that it was told.
    public let events = Watched<[LocationEvent]>([])
    private let isOpen: Watched<Bool>

    /// A sink.
    public init(isOpen: Bool = true) {
        self.isOpen = Watched(isOpen)
    }

    /// Keeps a batch.
    public nonisolated(nonsending) func receive(_ events: [LocationEvent]) async {
        self.events.change { $0 += events }
        await isOpen.wait { $0 }
    }

    /// Lets batches through from now on.
    public func open() {
        isOpen.change { $0 = true }
    }

    /// The locations among what it was told.
    public var locations: [Location] { events.value.locations }

    /// Waits until so many locations were told.
    @discardableResult
    public func locations(atLeast count: Int) async -> [Location] {
        await events.wait { $0.locations.count >= count }.locations
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
