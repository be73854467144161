public import LocationModel

/// A heading on the wire.
public struct ReportedHeading: Codable, Sendable, Hashable {
    /// The heading.
    public var heading: Heading

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
