import LocationModel
import Phrasing

/// The text of figures and events, for ``WatchScreen``.
enum WatchWords {
    /// `12° NNE`: degrees true and the nearest of sixteen points of the compass.
    static func direction(_ degrees: Double) -> String {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
        ]
        guard degrees.isFinite, abs(degrees) <= 360 else { return "?" }
        let turn = degrees < 0 ? degrees + 360 : degrees
        return "\(Int(rounding: turn) % 360)° \(points[Int(rounding: turn / 22.5) % points.count])"
    }

    /// The time of day and the text of an event: `06:00:00 entered home`.
    static func sentence(for event: LocationEvent, _ calendar: LocalCalendar) -> String {
        guard let timestamp = event.timestamp else { return words(for: event) }
        return "\(calendar.clock(timestamp, withSeconds: true)) \(words(for: event))"
    }

    private static func words(for event: LocationEvent) -> String {
        switch event {
        case .pause(let pause): "paused (\(pause.cause.rawValue))"
        case .resume(let resume): "resumed (\(resume.cause.rawValue))"
        case .gap(let gap): "no data for \(Wording.duration(gap.to.seconds(since: gap.from))) (\(gap.cause.rawValue))"
        case .timeReset(let reset):
            "the receiver corrected its time by \(Wording.duration(reset.previous.seconds(since: reset.timestamp)))"
        case .visit(let visit): visit.departureDate == nil ? "arrived at a place" : "left a place"
        case .region(let region): words(for: region)
        case .activity(let activity): activity.kind.rawValue
        case .steps(let steps): Words.counted(steps.numberOfSteps, "step")
        case .deferredUpdatesFinished: "deferral ended"
        case .authorization(let authorization): words(for: authorization)
        case .beacons(let ranged): "\(Words.counted(ranged.beacons.count, "beacon")) of \(ranged.constraint)"
        case .timeZone(let change): "time zone \(change.timeZone)"
        case .receiver(let change): change.state.rawValue
        case .failure(let failure): [failure.error.rawValue, failure.region].compactMap(\.self).joined(separator: ": ")
        // Locations and headings are not listed as events; any other type without a text is shown by its name.
        default: event.kind.rawValue
        }
    }

    private static func words(for authorization: Authorization) -> String {
        let status = "this client is now \(authorization.status.rawValue)"
        return authorization.disclosure == .reduced ? "\(status), with reduced accuracy" : status
    }

    private static func words(for region: RegionEvent) -> String {
        switch (region.cause, region.state) {
        case (.crossed, .inside): "entered \(region.identifier)"
        case (.crossed, .outside): "left \(region.identifier)"
        default: "\(region.state.rawValue) \(region.identifier)"
        }
    }
}
