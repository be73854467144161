public import LocationModel

extension ReportedEvent: LocationMembers {}

extension ReportedEvent {
    /// The event that is meant; `nil` where a member that its type promises is missing or not known here.
    public var event: LocationEvent? {
        switch type {
        case .location: location.map(LocationEvent.location)
        case .pause: pause.map(LocationEvent.pause)
        case .resume: resume.map(LocationEvent.resume)
        case .gap: gap.map(LocationEvent.gap)
        case .timeReset: timeReset.map(LocationEvent.timeReset)
        case .visit: visit.map(LocationEvent.visit)
        case .region: region.map(LocationEvent.region)
        case .heading: LocationEvent.heading(heading)
        case .activity: motion.map(LocationEvent.activity)
        case .deferredUpdatesFinished:
            LocationEvent.deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: moment, error: failure))
        case .failure:
            failure.map { LocationEvent.failure(LocationFailure($0, timestamp: moment, region: identifier)) }
        case .authorization:
            authorizationStatus.map {
                LocationEvent.authorization(Authorization($0, accuracy: accuracyAuthorization ?? .fullAccuracy))
            }
        }
    }

    private var moment: Timestamp? { timestamp.flatMap { Timestamp($0) } }
    private var failure: LocationFailure.Error? { error.flatMap { LocationFailure.Error(rawValue: $0) } }

    private var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    private var location: Location? {
        guard let moment, let coordinate else { return nil }
        return location(at: moment, coordinate)
    }

    private var pause: Pause? {
        guard let moment, let cause = cause.flatMap({ Pause.Cause(rawValue: $0) }) else { return nil }
        return Pause(timestamp: moment, coordinate: coordinate, cause: cause)
    }

    private var resume: Resume? {
        guard let moment, let cause = cause.flatMap({ Resume.Cause(rawValue: $0) }) else { return nil }
        return Resume(timestamp: moment, coordinate: coordinate, cause: cause)
    }

    private var gap: Gap? {
        guard let from = from.flatMap({ Timestamp($0) }), let to = to.flatMap({ Timestamp($0) }),
            let cause = cause.flatMap({ OutageCause(rawValue: $0) })
        else { return nil }
        return Gap(from: from, to: to, cause: cause)
    }

    private var timeReset: TimeReset? {
        guard let moment, let previous = previous.flatMap({ Timestamp($0) }) else { return nil }
        return TimeReset(timestamp: moment, previous: previous)
    }

    private var visit: Visit? {
        guard let moment, let coordinate else { return nil }
        return Visit(
            timestamp: moment, arrivalDate: arrivalDate.flatMap { Timestamp($0) },
            departureDate: departureDate.flatMap { Timestamp($0) }, coordinate: coordinate,
            horizontalAccuracy: horizontalAccuracy, since: since.flatMap { Timestamp($0) })
    }

    private var region: RegionEvent? {
        guard let moment, let identifier, let state, let cause = cause.flatMap({ RegionEvent.Cause(rawValue: $0) })
        else { return nil }
        return RegionEvent(timestamp: moment, identifier: identifier, state: state, cause: cause)
    }

    private var heading: Heading {
        var heading = Heading(timestamp: moment, magneticHeading: magneticHeading, trueHeading: trueHeading)
        heading.usesOutdatedModel = usesOutdatedModel ?? false
        return heading
    }

    private var motion: MotionActivity? {
        guard let moment, let kind = activity.flatMap({ MotionActivity.Kind(rawValue: $0) }),
            let confidence = confidence.flatMap({ MotionActivity.Confidence(rawValue: $0) })
        else { return nil }
        return MotionActivity(timestamp: moment, kind: kind, confidence: confidence)
    }
}
