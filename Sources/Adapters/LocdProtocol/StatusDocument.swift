/// The output of `locd status --json`: the reply of `Status`, the clients, and who uses the location.
public struct StatusDocument: Codable, Sendable, Hashable {
    /// The status of the daemon, its receiver and its track.
    public var status: StatusReply
    /// The sessions, and the clients that are away; absent if the caller is not authorized to see them.
    public var sessions: [ReportedClient]?
    /// Who uses the location now, and when each last did: of other users only with full accuracy.
    public var uses: [ReportedUse]?

    private enum CodingKeys: String, CodingKey {
        case sessions, uses
    }

    /// A status, the clients, and who uses the location.
    public init(_ status: StatusReply, sessions: [ReportedClient]?, uses: [ReportedUse]? = nil) {
        self.status = status
        self.sessions = sessions
        self.uses = uses
    }

    /// Reads the members of both from one object.
    public init(from decoder: any Decoder) throws {
        status = try StatusReply(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        sessions = try members.decodeIfPresent([ReportedClient].self, forKey: .sessions)
        uses = try members.decodeIfPresent([ReportedUse].self, forKey: .uses)
    }

    /// Writes the members of both into one object.
    public func encode(to encoder: any Encoder) throws {
        try status.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(sessions, forKey: .sessions)
        try members.encodeIfPresent(uses, forKey: .uses)
    }
}
