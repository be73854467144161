/// A failed request.
public struct LocationFailure: Sendable, Hashable {
    /// The error, in Core Location's terms.
    public enum Error: String, Sendable, Hashable, Codable, CaseIterable {
        /// No location yet; the service keeps trying, except after `requestLocation`.
        case locationUnknown
        /// The client is not authorized.
        case denied
        /// The heading cannot be determined.
        case headingFailure
        /// The client is not authorized to monitor regions.
        case regionMonitoringDenied
        /// The region cannot be monitored: too large, or too many.
        case regionMonitoringFailure
        /// Nothing listens to beacons now: no Bluetooth adapter, or it is off; or `sensors.beacons` is off.
        case rangingUnavailable
        /// Deferring is not possible.
        case deferredFailed
        /// Deferring requires running location updates.
        case deferredNotUpdatingLocation
        /// Deferring requires a `desiredAccuracy` of `best` or `bestForNavigation`.
        case deferredAccuracyTooLow
        /// Deferring is not possible with a `distanceFilter`.
        case deferredDistanceFiltered
        /// The deferral was cancelled.
        case deferredCanceled
    }

    /// The time of the newest location, if there is one.
    public var timestamp: Timestamp?
    /// The error.
    public var error: Error
    /// The identifier of the affected region, if there is one.
    public var region: String?
    /// The beacons that cannot be ranged, if it is about them.
    public var beacons: BeaconConstraint?

    /// Creates a failure.
    public init(
        _ error: Error, timestamp: Timestamp? = nil, region: String? = nil, beacons: BeaconConstraint? = nil
    ) {
        self.error = error
        self.timestamp = timestamp
        self.region = region
        self.beacons = beacons
    }
}

/// The end of a deferral; the held locations follow in the same batch.
public struct DeferredUpdatesFinish: Sendable, Hashable {
    /// The time of the newest location, if there is one.
    public var timestamp: Timestamp?
    /// Why the deferral ended early; `nil` if the distance or the time was reached.
    public var error: LocationFailure.Error?

    /// Creates the end of a deferral.
    public init(timestamp: Timestamp? = nil, error: LocationFailure.Error? = nil) {
        self.timestamp = timestamp
        self.error = error
    }
}

extension LocationFailure: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member(ifKnown: "timestamp", timestamp)
        members.member("error", error.rawValue)
        members.member(ifKnown: "identifier", region)
        members.member(ifKnown: "constraint", beacons?.description)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let error = try members.requiredWord("error", as: Error.self) else { return nil }
        self.init(
            error, timestamp: members.moment("timestamp"), region: members.text("identifier"),
            beacons: members.text("constraint").flatMap { BeaconConstraint($0) })
    }
}

extension DeferredUpdatesFinish: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member(ifKnown: "timestamp", timestamp)
        members.member(ifKnown: "error", error?.rawValue)
    }

    package init(from members: inout some MemberReader) {
        self.init(
            timestamp: members.moment("timestamp"), error: members.word("error", as: LocationFailure.Error.self))
    }
}
