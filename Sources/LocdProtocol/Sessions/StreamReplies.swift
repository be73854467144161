public import LocationModel

/// A reply of `Updates`: the session first, then locations, and where some were missed how many.
public struct UpdatesReply: Codable, Sendable, Hashable {
    /// In the first reply only.
    public var session: String?
    /// A location.
    public var location: ReportedLocation?
    /// How many locations were given up since the reply before.
    public var missed: Int?
}

/// A reply of `Heading`.
public struct HeadingReply: Codable, Sendable, Hashable {
    /// In the first reply only.
    public var session: String?
    /// A heading.
    public var heading: ReportedHeading?
    /// How many headings were given up since the reply before.
    public var missed: Int?
}

/// A reply of `Visits`.
public struct VisitsReply: Codable, Sendable, Hashable {
    /// In the first reply only.
    public var session: String?
    /// A visit.
    public var visit: ReportedVisit?
    /// Never there: visits are not given up.
    public var missed: Int?
}

/// A reply of `Events`.
public struct EventsReply: Codable, Sendable, Hashable {
    /// In the first reply only.
    public var session: String?
    /// What the client may have, in the first reply only; events tell when it changes.
    public var authorizationStatus: AuthorizationStatus?
    /// How exactly, in the first reply only.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// What was told at once, in order.
    public var events: [ReportedEvent]?
    /// How many locations and headings were given up since the reply before.
    public var missed: Int?
}
