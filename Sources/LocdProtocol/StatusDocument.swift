/// The output of `locd status --json`: the reply of `Status`, and the clients.
public struct StatusDocument: Codable, Sendable, Hashable {
    /// The status of the daemon, its receiver and its track.
    public var status: StatusReply
    /// The sessions, and the clients that are away; absent if the caller is not authorized to see them.
    public var sessions: [ReportedClient]?

    private enum CodingKeys: String, CodingKey {
        case sessions
    }

    /// A status, and the clients.
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
    /// - Throws: ``EncodingFailure`` if a number is not finite.
    public func json() throws(EncodingFailure) -> String {
        String(decoding: try VarlinkMessage.encode(self).dropLast(), as: UTF8.self)
    }
}
