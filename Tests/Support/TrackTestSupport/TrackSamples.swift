package import LocationModel
package import Testing
package import Tracks

/// The moment that RFC 3339 text spells.
package func moment(_ text: String) -> Timestamp {
    Timestamp(text) ?? .earliest
}

/// A location of a moment, its place told apart by the moment.
package func location(_ text: String, longitude: Double = 8.5) -> LocationEvent {
    .location(Location(timestamp: moment(text), coordinate: Coordinate(latitude: 47.5, longitude: longitude)))
}

/// Locations of a second each, from a moment on.
package func locations(_ count: Int, from text: String = "2026-11-21T06:00:00Z") -> [LocationEvent] {
    (0..<count).map { index in
        .location(
            Location(
                timestamp: moment(text).advanced(bySeconds: Double(index)),
                coordinate: Coordinate(latitude: 47.5, longitude: Double(85_000_000 + index * 100) / 1e7)))
    }
}

/// A location of which everything is known.
package func fullLocation(integrity: IntegrityState? = nil) -> Location {
    var location = Location(
        timestamp: moment("2026-11-21T06:00:00.123Z"),
        coordinate: Coordinate(latitude: -47.5000014, longitude: 8.5000021),
        isSimulated: true)
    location.horizontalAccuracy = 3.2
    location.altitude = -450.1
    location.ellipsoidalAltitude = 497.1
    location.verticalAccuracy = 6
    location.speed = 13.02
    location.speedAccuracy = 0.4
    location.course = 12.3
    location.courseAccuracy = 2
    location.trueHeading = 12.5
    location.fix = .fix3D
    location.satellitesUsed = 9
    location.hdop = 0.9
    location.integrity = integrity
    return location
}

/// Steps of which everything is known.
private func fullSteps() -> StepCount {
    var steps = StepCount(
        from: moment("2026-11-21T08:41:00Z"), to: moment("2026-11-21T08:42:00Z"), numberOfSteps: 110, source: .reported)
    steps.timestamp = moment("2026-11-21T08:45:00Z")
    steps.distance = 81.5
    steps.floorsAscended = 2
    steps.floorsDescended = 1
    return steps
}

/// One record of each kind, with every key that it can have.
package let everyRecord: [TrackRecord] = [
    .header(
        TrackHeader(
            version: "0.1.0", receiver: "gpsd://localhost:2947", run: "0123456789abcdef0123456789abcdef",
            holdsPositionWhenStationary: false)),
    .event(.location(fullLocation(integrity: .doubtful))),
    .event(
        .pause(
            Pause(
                timestamp: moment("2026-11-21T07:00:00Z"), coordinate: Coordinate(latitude: 47.5, longitude: 8.5),
                cause: .stationary))),
    .event(
        .resume(
            Resume(
                timestamp: moment("2026-11-21T08:00:00Z"), coordinate: Coordinate(latitude: 47.5, longitude: 8.5),
                cause: .displacement))),
    .event(
        .gap(Gap(from: moment("2026-11-21T08:00:00Z"), to: moment("2026-11-21T08:10:00Z"), cause: .unplugged))),
    .event(
        .timeReset(TimeReset(timestamp: moment("2026-11-21T08:10:00Z"), previous: moment("2026-11-21T08:10:02Z")))),
    .event(
        .visit(
            Visit(
                timestamp: moment("2026-11-21T08:40:00Z"), arrivalDate: moment("2026-11-21T08:20:00Z"),
                departureDate: moment("2026-11-21T08:39:00Z"), coordinate: Coordinate(latitude: 47.5, longitude: 8.5),
                horizontalAccuracy: 12.5, since: moment("2026-11-21T08:20:00Z")))),
    .event(
        .region(
            RegionEvent(
                timestamp: moment("2026-11-21T08:40:00Z"), identifier: "home", state: .outside, cause: .crossed,
                beacon: BeaconIdentity(uuid: BeaconUUID(high: 1, low: 2), major: 3, minor: 4)))),
    .event(
        .integrity(
            IntegrityChange(
                timestamp: moment("2026-11-21T08:40:00Z"), state: .notTrusted,
                reasons: [.positionAgainstSpeed, .timeStep], since: moment("2026-11-21T08:39:00Z")))),
    .event(.timeZone(TimeZoneChange(timestamp: moment("2026-11-21T08:40:00Z"), timeZone: "Europe/Zurich"))),
    .event(.steps(fullSteps())),
    .loss(
        TrackLoss(
            from: moment("2026-11-21T09:00:00Z"), to: moment("2026-11-21T09:10:00Z"), lines: 42, cause: .diskFull)),
]

/// One line as it is written.
package func line(_ record: TrackRecord) -> String {
    var line = JSONLine()
    line.append(record)
    return String(decoding: line.bytes, as: UTF8.self)
}

/// The records of a text of lines; a line that is none is a failure.
package func records(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) -> [TrackRecord] {
    guard let text else {
        Issue.record("no such file", sourceLocation: sourceLocation)
        return []
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { line in
        if case .record(let record) = TrackLine(parsing: String(line)) { return record }
        Issue.record("not a record: \(line.debugDescription)", sourceLocation: sourceLocation)
        return nil
    }
}

/// The events among the records.
package func events(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) -> [LocationEvent] {
    records(text, sourceLocation: sourceLocation).compactMap {
        if case .event(let event) = $0 { return event }
        return nil
    }
}

extension TrackHeader {
    /// The first line of a track of tests.
    package static let sample = TrackHeader(version: "0.1.0", receiver: "gpsd://localhost:2947")
}
