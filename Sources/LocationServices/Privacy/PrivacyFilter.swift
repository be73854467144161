public import LocationModel

/// Takes private regions out of a stream of events, before anybody else sees it.
///
/// What happens in a zone is left out, and a gap ``OutageCause/privateRegion`` stands for it, so that no line is drawn
/// across. In a zone that is blurred, one place stands for all: the zone's middle, with its radius as the accuracy, when it
/// is entered and every ``blurInterval`` seconds at most; a gap stands before it and after it, because nobody went to that place.
///
/// What is hidden: everything within the zone, and where in the zone the region is (see ``PrivacyZone``). What is not: when
/// the zone was entered and left, in which direction, and that it is there. It sees only what it is given: a line between
/// two places far apart may lead across a zone.
public struct PrivacyFilter: Sendable {
    /// Seconds between two places that stand for the same zone, unless others are wanted: a quarter of an hour.
    public static let blurInterval = 900.0

    private let blurInterval: Double
    private var zones: PrivacyZones
    /// The zone that the latest location lay in.
    private(set) var zone: PrivacyZone?
    /// The start of a gap that must be delivered before the next location, if any.
    private var hiddenSince: Timestamp?
    /// When a place last stood for the zone.
    private var lastBlur: Timestamp?
    /// The time of the last delivered event.
    private var lastDelivered: Timestamp?

    /// How many events were left out, or blurred.
    public private(set) var hiddenCount = 0

    /// A filter that has seen nothing. `blurInterval`: seconds, at least 0, between two places that stand for the same zone.
    public init(_ zones: PrivacyZones, blurInterval: Double = Self.blurInterval) {
        self.zones = zones
        self.blurInterval = blurInterval
    }

    /// Whether anything is hidden, or was and must still be reported as a gap.
    var isNeeded: Bool { !zones.isEmpty || zone != nil || hiddenSince != nil }

    /// Takes other zones. Where it is in them the next location says.
    public mutating func apply(_ zones: PrivacyZones) {
        self.zones = zones
    }

    /// Takes the next event, and returns what may be disclosed.
    public mutating func filter(_ event: LocationEvent) -> [LocationEvent] {
        guard isNeeded else { return [event] }
        switch event {
        case .location(let location): return filter(location)
        case .timeReset(let reset):
            // Times are ordered but for these: what follows may not be understood without.
            lastDelivered = reset.timestamp
            lastBlur = nil
            if hiddenSince != nil { hiddenSince = reset.timestamp }
            return [event]
        case .gap(let gap):
            // One gap stands for all the time in a zone.
            guard zone == nil else { return hide() }
            lastDelivered = gap.to
            return [event]
        case .pause(let pause): return tell(event, at: pause.coordinate)
        case .resume(let resume): return tell(event, at: resume.coordinate)
        // Both are told late: their place is not where the latest location was.
        case .visit(let visit): return zones.zone(at: visit.coordinate) == nil ? [event] : hide()
        case .region(let region):
            return zone == nil && !zones.hides(regionNamed: region.identifier) ? [event] : hide()
        case .failure(let failure): return failure.region.map(zones.hides) ?? false ? hide() : [event]
        case .heading, .activity: return zone == nil ? [event] : hide()
        case .deferredUpdatesFinished, .authorization: return [event]
        }
    }

    private mutating func filter(_ location: Location) -> [LocationEvent] {
        let left = zone
        zone = zones.zone(at: location.coordinate)
        guard let zone else {
            defer { lastDelivered = location.timestamp }
            return gap(to: location.timestamp) + [.location(location)]
        }
        hiddenCount += 1
        hiddenSince = hiddenSince ?? lastDelivered ?? location.timestamp
        guard let delivered = zone.redacted(location) else { return [] }
        if zone == left, let lastBlur {
            guard location.timestamp.seconds(since: lastBlur) >= blurInterval else { return [] }
            hiddenSince = nil
        }
        let before = gap(to: location.timestamp)
        lastBlur = location.timestamp
        lastDelivered = location.timestamp
        hiddenSince = location.timestamp
        return before + [.location(delivered)]
    }

    /// What has a place, or belongs where the latest location was.
    private mutating func tell(_ event: LocationEvent, at place: Coordinate?) -> [LocationEvent] {
        let zone = place.map(zones.zone(at:)) ?? zone
        guard zone == nil else { return hide() }
        lastDelivered = event.timestamp ?? lastDelivered
        return [event]
    }

    private mutating func hide() -> [LocationEvent] {
        hiddenCount += 1
        return []
    }

    /// What it needs to go on in another process as if it had seen everything itself.
    package struct Memory: Sendable, Hashable {
        /// The middle of the zone that the latest location lay in.
        package var zone: Coordinate?
        /// The start of a gap that must be delivered before the next location.
        package var hiddenSince: Timestamp?
        /// When a place last stood for the zone.
        package var lastBlur: Timestamp?
        /// The time of the last delivered event.
        package var lastDelivered: Timestamp?

        /// A memory.
        package init(
            zone: Coordinate? = nil, hiddenSince: Timestamp? = nil, lastBlur: Timestamp? = nil,
            lastDelivered: Timestamp? = nil
        ) {
            self.zone = zone
            self.hiddenSince = hiddenSince
            self.lastBlur = lastBlur
            self.lastDelivered = lastDelivered
        }
    }

    /// What it remembers, to be given to another one.
    package var memory: Memory {
        get { Memory(zone: zone?.center, hiddenSince: hiddenSince, lastBlur: lastBlur, lastDelivered: lastDelivered) }
        set {
            zone = newValue.zone.flatMap(zones.zone(at:))
            hiddenSince = newValue.hiddenSince
            lastBlur = newValue.lastBlur
            lastDelivered = newValue.lastDelivered
        }
    }

    private mutating func gap(to end: Timestamp) -> [LocationEvent] {
        defer { hiddenSince = nil }
        guard let hiddenSince else { return [] }
        return [.gap(Gap(from: min(hiddenSince, end), to: end, cause: .privateRegion))]
    }
}
