public import LocationModel

/// Removes private regions from a stream of events, before anybody else sees it.
///
/// Events in a zone are left out, and a gap ``OutageCause/privateRegion`` replaces them, so that no line is drawn
/// across. In a blurred zone, one place replaces all: the centre of the zone, with its radius as the accuracy, on
/// entry. A gap stands before it and after it, because nobody went to that place. No time in between is disclosed: the
/// time from a start in the zone to its edge, with a speed, would be a distance.
///
/// Hidden are everything within the zone, and where in the zone the region is (see ``PrivacyZone``). Not hidden are
/// when the zone was entered and left, in which direction, and that it exists. The filter knows only its input: a line
/// between two distant places may cross a zone.
public struct PrivacyFilter: Sendable {
    /// Whether each location in a blurred zone is replaced, not only the first one.
    private let repeatsBlur: Bool
    /// The beginning of the input, if it is known: what is hidden from its first event on is hidden since then.
    private let begin: Timestamp?
    private var zones: PrivacyZones
    /// The zone that the latest location lay in.
    private(set) var zone: PrivacyZone?
    /// The start of a gap that must be delivered before the next location, if any.
    private var hiddenSince: Timestamp?
    /// When a place was last delivered for the zone.
    private var lastBlur: Timestamp?
    /// The time of the last delivered event, or the beginning of the input.
    private var lastDelivered: Timestamp?
    /// The time of the latest location in a zone.
    private var lastHidden: Timestamp?

    /// The number of events that were left out or blurred.
    public private(set) var hiddenCount = 0

    /// A filter without any input.
    ///
    /// - Parameters:
    ///   - begin: The beginning of the period that its input covers, if it is known. Give it when reading a part of a
    ///     track:
    ///     otherwise the first event in a zone discloses when this machine began to move there.
    ///   - repeatsBlur: Whether each location in a blurred zone is replaced, for a live client, not only the first one.
    public init(_ zones: PrivacyZones, since begin: Timestamp? = nil, repeatsBlur: Bool = false) {
        self.zones = zones
        self.begin = begin
        self.repeatsBlur = repeatsBlur
        lastDelivered = begin
    }

    /// Whether the latest location lay in a zone.
    public var isHiding: Bool { zone != nil }

    /// Whether anything is hidden, or was and must still be reported as a gap.
    var isNeeded: Bool { !zones.isEmpty || zone != nil || hiddenSince != nil }

    /// Replaces the zones. The next location decides whether it is in one of them.
    public mutating func apply(_ zones: PrivacyZones) {
        self.zones = zones
    }

    /// Takes the next event, and appends what may be disclosed.
    package mutating func filter(_ event: LocationEvent, into events: inout [LocationEvent]) {
        if isNeeded { events += filter(event) } else { events.append(event) }
    }

    /// Takes the next event, and returns what may be disclosed.
    public mutating func filter(_ event: LocationEvent) -> [LocationEvent] {
        guard isNeeded else { return [event] }
        switch event {
        case .location(let location): return filter(location)
        case .timeReset(let reset):
            // Times are in order except at these events, without which later ones are misleading.
            lastDelivered = reset.timestamp
            lastBlur = nil
            lastHidden = nil
            if hiddenSince != nil { hiddenSince = reset.timestamp }
            return [event]
        case .gap(let gap):
            // One gap covers all the time in a zone.
            guard zone == nil else { return hide() }
            lastDelivered = gap.to
            return [event]
        case .pause(let pause): return tell(event, at: pause.coordinate)
        case .resume(let resume): return tell(event, at: resume.coordinate)
        // Both are reported late: their place is not that of the latest location.
        case .visit(let visit): return zones.zone(at: visit.coordinate) == nil ? [event] : hide()
        case .region(let region):
            return zone == nil && !zones.hides(regionNamed: region.identifier) ? [event] : hide()
        case .failure(let failure): return failure.region.map(zones.hides) ?? false ? hide() : [event]
        // Steps that began before the zone was left may have been made in it.
        case .steps(let steps): return zone == nil && lastHidden.map { steps.from > $0 } ?? true ? [event] : hide()
        case .beacons, .heading, .activity, .timeZone, .integrity: return zone == nil ? [event] : hide()
        case .deferredUpdatesFinished, .authorization, .receiver: return [event]
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
        lastHidden = location.timestamp
        hiddenSince = hiddenSince ?? lastDelivered ?? location.timestamp
        guard var delivered = zone.redacted(location) else { return [] }
        if zone == left, lastBlur != nil {
            guard repeatsBlur else { return [] }
            hiddenSince = nil
        }
        if let begin, lastDelivered == begin { delivered.timestamp = min(begin, delivered.timestamp) }
        let before = delivered.timestamp == begin ? [] : gap(to: location.timestamp)
        lastBlur = delivered.timestamp
        lastDelivered = delivered.timestamp
        hiddenSince = delivered.timestamp
        return before + [.location(delivered)]
    }

    /// Events with a place, or events that belong to the place of the latest location.
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

    /// The state that another process needs to continue as if it had seen everything itself.
    package struct Memory: Sendable, Hashable {
        /// The centre of the zone that contained the latest location.
        package var zone: Coordinate?
        /// The start of a gap that must be delivered before the next location.
        package var hiddenSince: Timestamp?
        /// When a place was last delivered for the zone.
        package var lastBlur: Timestamp?
        /// The time of the last delivered event.
        package var lastDelivered: Timestamp?

        /// Creates a memory.
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

    /// Its memory, for another filter.
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
