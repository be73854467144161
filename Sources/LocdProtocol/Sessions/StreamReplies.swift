public import LocationModel

/// A reply of `Updates`: first the session, then locations or the number of missed ones.
public struct UpdatesReply: Codable, Sendable, Hashable {
    /// The identifier of the session, in the first reply only.
    public var session: String?
    /// A location.
    public var location: ReportedLocation?
    /// Number of locations dropped since the previous reply.
    public var missed: Int?
}

/// A reply of `Heading`.
public struct HeadingReply: Codable, Sendable, Hashable {
    /// The identifier of the session, in the first reply only.
    public var session: String?
    /// A heading.
    public var heading: ReportedHeading?
    /// Number of headings dropped since the previous reply.
    public var missed: Int?
}

/// A reply of `Visits`.
public struct VisitsReply: Codable, Sendable, Hashable {
    /// The identifier of the session, in the first reply only.
    public var session: String?
    /// A visit.
    public var visit: ReportedVisit?
    /// Always absent: visits are never dropped.
    public var missed: Int?
}

/// A reply of `Events`.
public struct EventsReply: Codable, Sendable, Hashable {
    /// The identifier of the session, in the first reply only.
    public var session: String?
    /// The authorization of the client, in the first reply only; events report changes.
    public var authorizationStatus: AuthorizationStatus?
    /// The accuracy that the client is authorized for, in the first reply only.
    public var accuracyAuthorization: AccuracyAuthorization?
    /// The events of one batch, in order.
    public var events: [ReportedEvent]?
    /// Number of locations and headings dropped since the previous reply.
    public var missed: Int?
}
