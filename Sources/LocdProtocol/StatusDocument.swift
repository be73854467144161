/// What `locd status --json` prints: the reply of `Status`, and who is served.
public struct StatusDocument: Codable, Sendable, Hashable {
    /// How the daemon, its receiver and its track are.
    public var status: StatusReply
    /// The sessions, and the clients that are away; absent where the caller may not know.
    public var sessions: [ReportedClient]?

    private enum CodingKeys: String, CodingKey {
        case sessions
    }

    /// A status, and who is served.
    public init(_ status: StatusReply, sessions: [ReportedClient]?) {
        self.status = status
        self.sessions = sessions
    }

    /// Reads the members of both from one object.
    public init(from decoder: any Decoder) throws {
        status = try StatusReply(from: decoder)
        sessions = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
            [ReportedClient].self, forKey: .sessions)
    }

    /// Writes the members of both into one object.
    public func encode(to encoder: any Encoder) throws {
        try status.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(sessions, forKey: .sessions)
    }

    /// One line of JSON, without the newline, as its schema describes it.
    /// - Throws: ``EncodingFailure`` where a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
