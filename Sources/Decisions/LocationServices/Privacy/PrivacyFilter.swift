public import LocationModel

/// Removes private regions from a stream of events, before anybody else sees it.
///
/// Events in a zone are left out, and a gap ``OutageCause/privateRegion`` replaces them, so that no line is drawn
/// across. In a blurred zone, one place replaces all: the centre of the zone, with its radius as the accuracy, on
/// entry. A gap stands before it and after it, because nobody went to that place. No time in between is disclosed: the
/// time from a start in the zone to its edge, with a speed, would be a distance.
///
/// Until the first location it is unknown whether the machine is in a zone, and behind a gap it is again: what has no
/// place of its own is left out, or waits for the next place. What is known of the trust in the position appears when
/// the zone was left, as if it had changed then.
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
    /// The latest location's place, as far as this filter knows it itself.
    private var place: Coordinate?
    /// Whether a location was seen, here or before.
    private var isPlaceKnown: Bool
    /// A gap and what followed it: whether it ended in a zone, the next place says.
    private var waiting: [LocationEvent] = []
    /// The trust in the position that a zone hides, since it changed there.
    private var hiddenTrust: IntegrityChange?
    /// The start of a gap that must be delivered before the next location, if any.
    private var hiddenSince: Timestamp?
    /// When a place was last delivered for the zone.
    private var lastBlur: Timestamp?
    /// The time of the last delivered event, or the beginning of the input.
    private var lastDelivered: Timestamp?
    /// The time until which the machine may have been in a zone: of the latest location there, or of the first behind.
    private var hiddenUntil: Timestamp?

    /// The number of events that were left out or blurred.
    public private(set) var hiddenCount = 0

    /// The most events that wait for a place; more are left out.
    private static let mostWaiting = 64

    /// A filter without any input.
    ///
    /// - Parameters:
    ///   - begin: The beginning of the period that its input covers, if it is known. Give it when reading a part of a
    ///     track: otherwise the first event in a zone discloses when this machine began to move there.
    ///   - place: The last place before its input, if it is known.
    ///   - repeatsBlur: Whether each location in a blurred zone is replaced, for a live client, not only the first one.
    public init(
        _ zones: PrivacyZones, since begin: Timestamp? = nil, at place: Coordinate? = nil, repeatsBlur: Bool = false
    ) {
        self.zones = zones
        self.begin = begin
        self.repeatsBlur = repeatsBlur
        self.place = place
        isPlaceKnown = place != nil
        zone = place.flatMap(zones.zone(at:))
        lastDelivered = begin
        if zone != nil { (hiddenSince, hiddenUntil) = (begin, begin) }
    }

    /// Whether the machine is in a zone, or may be, as far as is known.
    public var isHiding: Bool { isNeeded && (zone != nil || !isPlaceKnown || !waiting.isEmpty) }

    /// Whether anything is hidden, or was and must still be reported as a gap.
    var isNeeded: Bool {
        !zones.isEmpty || zone != nil || hiddenSince != nil || hiddenTrust != nil || !waiting.isEmpty
    }

    /// Replaces the zones. What they hide is hidden at once; what they no longer hide appears with the next location.
    public mutating func apply(_ zones: PrivacyZones) {
        self.zones = zones
        guard zone == nil, let found = place.flatMap(zones.zone(at:)) else { return }
        zone = found
        lastBlur = nil
    }

    /// Takes the next event, and appends what may be disclosed.
    package mutating func filter(_ event: LocationEvent, into events: inout [LocationEvent]) {
        if isNeeded {
            events += filter(event)
        } else {
            note(event)
            events.append(event)
        }
    }

    /// Takes the next event, and returns what may be disclosed.
    public mutating func filter(_ event: LocationEvent) -> [LocationEvent] {
        guard isNeeded else {
            note(event)
            return [event]
        }
        switch event {
        case .location(let location): return filter(location)
        // When it was noticed is a time in the zone. Behind that a time that goes back shows.
        case .timeReset where zone?.privacy == .cut: return hide()
        case .timeReset(let reset):
            // Times are in order except at these events, without which later ones are misleading.
            lastDelivered = reset.timestamp
            lastBlur = nil
            hiddenUntil = nil
            if hiddenSince != nil { hiddenSince = reset.timestamp }
            if waiting.isEmpty { return [event] }
            waiting.append(event)
            return []
        case .gap:
            // One gap covers all the time in a zone.
            return zone == nil ? wait(event) : hide()
        case .pause(let pause): return deliver(event, at: pause.coordinate)
        case .resume(let resume): return deliver(event, at: resume.coordinate)
        // Both are reported late: their place is not that of the latest location.
        case .visit(var visit):
            guard zones.zone(at: visit.coordinate) == nil else { return hide() }
            // It is reported when the machine is elsewhere, which may be in a zone.
            if let departure = visit.departureDate {
                let known = max(departure, visit.arrivalDate ?? departure, lastDelivered ?? departure)
                visit.timestamp = min(visit.timestamp, known)
            }
            return [.visit(visit)]
        case .region(let region):
            return zone == nil && isPlaceKnown && !zones.hides(regionNamed: region.identifier) ? [event] : hide()
        case .failure(let failure): return failure.region.map(zones.hides) ?? false ? hide() : [event]
        // Steps that began before the zone was left may have been made in it.
        case .steps(let steps): return hiddenUntil.map { steps.from > $0 } ?? true ? wait(event) : hide()
        case .integrity(let change):
            guard zone == nil, isPlaceKnown else {
                hiddenTrust = change
                return hide()
            }
            return wait(event)
        case .beacons, .heading, .activity, .timeZone: return wait(event)
        case .deferredUpdatesFinished, .authorization, .receiver: return [event]
        }
    }

    /// Delivers what has no place of its own outside of the zones, hides it in one, and lets it wait behind a gap.
    private mutating func wait(_ event: LocationEvent) -> [LocationEvent] {
        let isGap = if case .gap = event { true } else { false }
        guard zone == nil, isPlaceKnown || isGap else { return hide() }
        guard isGap || !waiting.isEmpty else { return [delivered(event)] }
        guard waiting.count < Self.mostWaiting else { return hide() }
        waiting.append(event)
        return []
    }

    /// The next place is in no zone: delivers what waited for it.
    private mutating func release() -> [LocationEvent] {
        defer { waiting.removeAll() }
        for case .gap(let gap) in waiting { lastDelivered = gap.to }
        return waiting.map { delivered($0) }
    }

    /// The next place is in a zone: leaves out what waited for it, except corrections of the time.
    private mutating func forget() -> [LocationEvent] {
        defer { waiting.removeAll() }
        for case .integrity(let change) in waiting { hiddenTrust = change }
        let resets = waiting.filter { if case .timeReset = $0 { true } else { false } }
        hiddenCount += waiting.count - resets.count
        return resets
    }

    /// The event as it is delivered: no state began in a zone.
    private func delivered(_ event: LocationEvent) -> LocationEvent {
        guard case .integrity(var change) = event, let hiddenUntil, change.since <= hiddenUntil else { return event }
        change.since = change.timestamp
        return .integrity(change)
    }

    private mutating func note(_ event: LocationEvent) {
        if case .location(let location) = event { note(location.coordinate) }
    }

    /// Takes note of where the machine is, of which nothing is to be delivered.
    mutating func note(_ place: Coordinate) { (self.place, isPlaceKnown) = (place, true) }

    /// The trust in the position that a zone hid, as if it had changed when that was left.
    private mutating func revealedTrust(at time: Timestamp) -> [LocationEvent] {
        defer { hiddenTrust = nil }
        guard var change = hiddenTrust else { return [] }
        (change.timestamp, change.since) = (time, time)
        return [.integrity(change)]
    }

    private mutating func filter(_ location: Location) -> [LocationEvent] {
        let left = zone
        zone = zones.zone(at: location.coordinate)
        note(location.coordinate)
        guard let zone else {
            if left != nil { hiddenUntil = location.timestamp }
            let before = gap(to: location.timestamp) + release() + revealedTrust(at: location.timestamp)
            lastDelivered = location.timestamp
            return before + [.location(location)]
        }
        return forget() + hide(location, in: zone, left: left)
    }

    private mutating func hide(_ location: Location, in zone: PrivacyZone, left: PrivacyZone?) -> [LocationEvent] {
        hiddenCount += 1
        hiddenUntil = location.timestamp
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
    private mutating func deliver(_ event: LocationEvent, at place: Coordinate?) -> [LocationEvent] {
        guard let place else { return wait(event) }
        let isIn = zones.zone(at: place)
        if !isPlaceKnown {
            note(place)
            zone = isIn
        }
        guard isIn == nil else { return forget() + hide() }
        let before = release()
        lastDelivered = event.timestamp ?? lastDelivered
        return before + [event]
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
        package var lastDelivered: Timestamp?
        /// The time until which the machine may have been in a zone: of the latest location in it, or of the
        /// first one behind it.
        package var hiddenUntil: Timestamp?
        /// Whether a location was seen.
        package var isPlaceKnown = false
        /// What waits for a place, and the trust in the position that a zone hides.
        package var waiting: [LocationEvent] = []

        package init() {}
    }

    package var memory: Memory {
        get {
            var memory = Memory()
            memory.zone = zone?.center
            memory.hiddenSince = hiddenSince
            memory.lastBlur = lastBlur
            memory.lastDelivered = lastDelivered
            memory.hiddenUntil = hiddenUntil
            memory.isPlaceKnown = isPlaceKnown
            memory.waiting = [hiddenTrust.map(LocationEvent.integrity)].compactMap(\.self) + waiting
            return memory
        }
        set {
            place = nil
            zone = newValue.zone.flatMap(zones.zone(at:))
            hiddenSince = newValue.hiddenSince
            lastBlur = newValue.lastBlur
            lastDelivered = newValue.lastDelivered ?? begin
            hiddenUntil = newValue.hiddenUntil
            // Of other zones than the one that it was in, the next location tells.
            isPlaceKnown = newValue.isPlaceKnown && (newValue.zone == nil || zone != nil)
            waiting = newValue.waiting
            if zone != nil || !isPlaceKnown, case .integrity(let change)? = waiting.first {
                hiddenTrust = change
                waiting.removeFirst()
            }
        }
    }

    private mutating func gap(to end: Timestamp) -> [LocationEvent] {
        defer { hiddenSince = nil }
        guard let hiddenSince else { return [] }
        let gap = LocationEvent.gap(Gap(from: min(hiddenSince, end), to: end, cause: .privateRegion))
        return end < hiddenSince ? [.timeReset(TimeReset(timestamp: end, previous: hiddenSince)), gap] : [gap]
    }
}
