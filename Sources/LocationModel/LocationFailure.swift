/// Something that was asked for cannot be given.
public struct LocationFailure: Sendable, Hashable {
    /// What went wrong, in Core Location's words.
    public enum Error: String, Sendable, Hashable, Codable, CaseIterable {
        /// No location yet; the service keeps trying, except after `requestLocation`.
        case locationUnknown
        /// The client may not have it.
        case denied
        /// The heading cannot be determined.
        case headingFailure
        /// Regions may not be monitored.
        case regionMonitoringDenied
        /// The region cannot be monitored: too large, or too many.
        case regionMonitoringFailure
        /// Deferring is not possible.
        case deferredFailed
        /// Deferring needs location updates that run.
        case deferredNotUpdatingLocation
        /// Deferring needs `desiredAccuracy` `best` or `bestForNavigation`.
        case deferredAccuracyTooLow
        /// Deferring needs no `distanceFilter`.
        case deferredDistanceFiltered
        /// The deferral was called off.
        case deferredCanceled
    }

    /// The time of the newest location, where there is one.
    public var timestamp: Timestamp?
    /// What went wrong.
    public var error: Error
    /// The identifier of the region that it is about, where it is about one.
    public var region: String?

    /// A failure.
    public init(_ error: Error, timestamp: Timestamp? = nil, region: String? = nil) {
        self.error = error
        self.timestamp = timestamp
        self.region = region
    }
}

/// A deferral ended; what it kept follows in the same batch.
public struct DeferredUpdatesFinish: Sendable, Hashable {
    /// The time of the newest location, where there is one.
    public var timestamp: Timestamp?
    /// Why it ended without having reached what was asked for; `nil` where the distance or the time was reached.
    public var error: LocationFailure.Error?

    /// The end of a deferral.
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
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let error = try members.requiredWord("error", as: Error.self) else { return nil }
        self.init(error, timestamp: members.moment("timestamp"), region: members.text("identifier"))
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
