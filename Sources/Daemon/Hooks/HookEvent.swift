package import LocationModel
package import LocdConfiguration

package struct HookEvent: Sendable, Hashable {
    /// What happened.
    package var kind: HookEventKind
    /// When it happened; for an event of a location, the location's time.
    package var timestamp: Timestamp
    /// The region, for events of regions.
    package var region: String?
    /// Whether the region is private, or its crossing reveals a private one.
    package var isPrivate = false
    /// Where it happened, if it has a place.
    package var coordinate: Coordinate?
    /// The accuracy of ``coordinate`` in metres, 68 %.
    package var horizontalAccuracy: Double?
    /// When a stay began and ended.
    package var arrivalDate, departureDate: Timestamp?
    /// The cause, in one word.
    package var cause: String?
    /// The state of the receiver or of the power.
    package var state: String?
    /// The time zone, as the tz database names it.
    package var timeZone: String?
    /// Whether the track contains it as well.
    package var isRecorded = false

    package init(_ kind: HookEventKind, at timestamp: Timestamp) {
        self.kind = kind
        self.timestamp = timestamp
    }

    /// An identifier that is the same in every run: 16 hexadecimal digits computed from what happened, where and when.
    package var identifier: String {
        StableHash("\(kind.rawValue)\n\(timestamp)\n\(region ?? "")\n\(state ?? timeZone ?? "")").value.hexadecimal
    }

    /// The line without its newline.
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
        return String(decoding: line.object, as: UTF8.self)
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
        case .integrity(let change):
            self.init(.integrity, at: change.timestamp)
            state = change.state.rawValue
            cause = change.reasons.map(\.rawValue).joined(separator: " ")
        case .location, .gap, .timeReset, .beacons, .heading, .activity, .steps, .deferredUpdatesFinished, .failure,
            .authorization, .receiver:
            return nil
        }
        isRecorded = true
    }
}
