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

/// A heading on the wire.
public struct ReportedHeading: Codable, Sendable, Hashable {
    /// The heading.
    public var heading: Heading

    /// Creates the wire form of a heading.
    public init(_ heading: Heading) {
        self.heading = heading
    }

    /// Reads a heading.
    public init(from decoder: any Decoder) throws {
        heading = try Heading(required: decoder)
    }

    /// Writes the known values.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { heading.write(to: &$0) }
    }
}

/// A visit on the wire: the members of a track line without its type.
public struct ReportedVisit: Codable, Sendable, Hashable {
    /// The visit.
    public var visit: Visit

    /// Creates the wire form of a visit.
    public init(_ visit: Visit) {
        self.visit = visit
    }

    /// Reads a visit.
    /// - Throws: `DecodingError` if its time or its coordinate is missing or invalid.
    public init(from decoder: any Decoder) throws {
        visit = try Visit(required: decoder)
    }

    /// Writes the known values.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { visit.write(to: &$0) }
    }
}

/// An event as `Events` sends it and the daemon stores it: the object of a track line.
public struct ReportedEvent: Codable, Sendable, Hashable {
    /// The event; `nil` if this version does not know its type or one of its values, or if an essential member is
    /// missing or invalid. Skip it then.
    public var event: LocationEvent?

    /// Creates the form of an event for the wire and for storage.
    public init(_ event: LocationEvent) {
        self.event = event
    }

    /// Reads an event.
    /// - Throws: `DecodingError` if it is not an object with a type.
    public init(from decoder: any Decoder) throws {
        var members = try DecodedMembers(decoder)
        do throws(MemberFault) {
            guard let kind = try members.requiredWord("type", as: LocationEvent.Kind.self) else { return }
            event = try LocationEvent.read(kind, from: &members)
        } catch {
            guard error.name.description == "type" else { return }
            throw error.decodingError(decoder.codingPath)
        }
    }

    /// Writes the event.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { event?.write(to: &$0) }
    }
}
