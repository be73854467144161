package import LocationModel
package import LocdConfiguration

/// An event as a hook receives it.
package struct HookEvent: Sendable, Hashable {
    /// What happened.
    package var kind: HookEventKind
    /// When; the time of the location that brought it, where one did.
    package var timestamp: Timestamp
    /// The region, of its events.
    package var region: String?
    /// Whether the region is private, or its crossing tells of a private one.
    package var isPrivate = false
    /// Where, if it has a place.
    package var coordinate: Coordinate?
    /// Metres, 68 %, of ``coordinate``.
    package var horizontalAccuracy: Double?
    /// When a stay began and ended.
    package var arrivalDate, departureDate: Timestamp?
    /// Why, in a word.
    package var cause: String?
    /// The state of the receiver or of the power.
    package var state: String?
    /// The time zone, as the tz database names it.
    package var timeZone: String?
    /// Whether the track keeps it as well.
    package var isRecorded = false

    /// An event.
    package init(_ kind: HookEventKind, at timestamp: Timestamp) {
        self.kind = kind
        self.timestamp = timestamp
    }

    /// The same for the same event in every run: 16 hexadecimal digits, of what happened, where and when.
    package var identifier: String {
        let digits = String(
            StableHash("\(kind.rawValue)\n\(timestamp)\n\(region ?? "")\n\(state ?? timeZone ?? "")").value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The line without its end.
    package var line: String {
        var line = JSONLine()
        line.begin()
        line.member("event", kind.rawValue)
        line.member("identifier", identifier)
        line.member("timestamp", timestamp)
        if let region { line.member("region", region) }
        line.place(coordinate)
        line.accuracy("horizontalAccuracy", horizontalAccuracy)
        if let arrivalDate { line.member("arrivalDate", arrivalDate) }
        if let departureDate { line.member("departureDate", departureDate) }
        if let cause { line.member("cause", cause) }
        if let state { line.member("state", state) }
        if let timeZone { line.member("timeZone", timeZone) }
        line.end()
        return String(decoding: line.bytes.dropLast(), as: UTF8.self)
    }
}

extension HookEvent {
    /// The hook event for an event of the recorder; `nil` if hooks do not get it.
    package init?(_ event: LocationEvent) {
        switch event {
        case .region(let region):
            guard region.cause == .crossed, region.state != .unknown else { return nil }
            self.init(region.state == .inside ? .enter : .exit, at: region.timestamp)
            self.region = region.identifier
        case .visit(let visit):
            self.init(visit.departureDate == nil ? .visit : .departure, at: visit.timestamp)
            coordinate = visit.coordinate
            horizontalAccuracy = visit.horizontalAccuracy
            arrivalDate = visit.arrivalDate
            departureDate = visit.departureDate
        case .pause(let pause):
            self.init(.pause, at: pause.timestamp)
            coordinate = pause.coordinate
            cause = pause.cause.rawValue
        case .resume(let resume):
            self.init(.resume, at: resume.timestamp)
            coordinate = resume.coordinate
            cause = resume.cause.rawValue
        case .timeZone(let change):
            self.init(.timeZone, at: change.timestamp)
            timeZone = change.timeZone
        case .location, .gap, .timeReset, .heading, .activity, .deferredUpdatesFinished, .failure, .authorization,
            .receiver:
            return nil
        }
        isRecorded = true
    }
}
