public import LocationModel

/// An event as `Events` tells it and the daemon keeps it: the object that a line of the track holds.
public struct ReportedEvent: Codable, Sendable, Hashable {
    /// The event; `nil` if this version does not know its type or a word of it, or if a member is missing or invalid that
    /// it is worthless without. Skip it then.
    public var event: LocationEvent?

    /// An event, to be told or kept.
    public init(_ event: LocationEvent) {
        self.event = event
    }

    /// Reads an event.
    /// - Throws: `DecodingError` if there is no object with a type.
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
