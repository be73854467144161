extension JSONLine {
    /// Appends one event as one line of the track format, `type` first.
    public mutating func append(_ event: LocationEvent) {
        switch event {
        case .location(let location): append(location)
        case .pause(let pause):
            begin(type: "pause")
            member("timestamp", pause.timestamp)
            append(pause.coordinate)
            member("cause", pause.cause.rawValue)
            end()
        case .resume(let resume):
            begin(type: "resume")
            member("timestamp", resume.timestamp)
            append(resume.coordinate)
            member("cause", resume.cause.rawValue)
            end()
        case .gap(let gap):
            begin(type: "gap")
            member("from", gap.from)
            member("to", gap.to)
            member("cause", gap.cause.rawValue)
            end()
        case .timeReset(let reset):
            begin(type: "timeReset")
            member("timestamp", reset.timestamp)
            member("previous", reset.previous)
            end()
        case .visit(let visit): append(visit)
        case .region(let region): append(region)
        case .heading(let heading): append(heading)
        case .activity(let activity):
            begin(type: "activity")
            member("timestamp", activity.timestamp)
            member("activity", activity.kind.rawValue)
            member("confidence", activity.confidence.rawValue)
            end()
        case .deferredUpdatesFinished(let finish):
            begin(type: "deferredUpdatesFinished")
            if let timestamp = finish.timestamp { member("timestamp", timestamp) }
            if let error = finish.error { member("error", error.rawValue) }
            end()
        case .failure(let failure):
            begin(type: "failure")
            if let timestamp = failure.timestamp { member("timestamp", timestamp) }
            member("error", failure.error.rawValue)
            if let region = failure.region { member("identifier", region) }
            end()
        case .authorization(let authorization):
            begin(type: "authorization")
            member("authorizationStatus", authorization.status.rawValue)
            member("accuracyAuthorization", authorization.accuracy.rawValue)
            end()
        }
    }

    /// Appends a visit; `isTyped`: as a line of the track, with its type.
    public mutating func append(_ visit: Visit, isTyped: Bool = true) {
        begin(type: isTyped ? "visit" : nil)
        member("timestamp", visit.timestamp)
        if let since = visit.since { member("since", since) }
        if let arrival = visit.arrivalDate { member("arrivalDate", arrival) }
        if let departure = visit.departureDate { member("departureDate", departure) }
        append(visit.coordinate)
        append("horizontalAccuracy", accuracy: visit.horizontalAccuracy)
        end()
    }

    private mutating func append(_ region: RegionEvent) {
        begin(type: "region")
        member("timestamp", region.timestamp)
        member("identifier", region.identifier)
        member("state", region.state.rawValue)
        member("cause", region.cause.rawValue)
        end()
    }

    /// Appends a heading; `isTyped`: with its type.
    public mutating func append(_ heading: Heading, isTyped: Bool = true) {
        begin(type: isTyped ? "heading" : nil)
        if let timestamp = heading.timestamp { member("timestamp", timestamp) }
        append("magneticHeading", angle: heading.magneticHeading)
        append("trueHeading", angle: heading.trueHeading)
        if heading.usesOutdatedModel { member("usesOutdatedModel", true) }
        end()
    }

    /// Appends a location: coordinates with 7 decimals (1 cm), speeds with 2, metres and angles with 1; an accuracy under
    /// 1 m, as RTK has it, with 3. Rounding keeps every value in its range: an accuracy does not become 0, nor a course
    /// 360. `isTyped`: as a line of the track, with its type.
    public mutating func append(_ location: Location, isTyped: Bool = true) {
        begin(type: isTyped ? "location" : nil)
        member("timestamp", location.timestamp)
        append(location.coordinate)
        append("horizontalAccuracy", accuracy: location.horizontalAccuracy)
        member("altitude", location.altitude, decimals: 1)
        member("ellipsoidalAltitude", location.ellipsoidalAltitude, decimals: 1)
        append("verticalAccuracy", accuracy: location.verticalAccuracy)
        member("speed", location.speed, decimals: 2)
        member("speedAccuracy", atLeast(0.01, location.speedAccuracy), decimals: 2)
        append("course", angle: location.course)
        member("courseAccuracy", atLeast(0.1, location.courseAccuracy), decimals: 1)
        if let fix = location.fix { member("fix", fix.rawValue) }
        member("satellitesUsed", location.satellitesUsed)
        member("hdop", atLeast(0.1, location.hdop), decimals: 1)
        if location.isSimulated { member("simulated", true) }
        end()
    }

    private mutating func append(_ key: StaticString, accuracy: Double?) {
        member(key, atLeast(0.001, accuracy), decimals: accuracy ?? 1 < 1 ? 3 : 1)
    }

    /// The value, or the smallest that the decimals can show.
    private func atLeast(_ smallest: Double, _ value: Double?) -> Double? {
        value.map { max($0, smallest) }
    }

    /// North is 0, also where rounding comes from below.
    private mutating func append(_ key: StaticString, angle: Double?) {
        member(key, angle.map { $0 < 359.95 ? $0 : 0 }, decimals: 1)
    }

    private mutating func append(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
        member("latitude", coordinate.latitude, decimals: 7)
        member("longitude", coordinate.longitude, decimals: 7)
    }
}
