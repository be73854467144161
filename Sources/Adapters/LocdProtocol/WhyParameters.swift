public import LocationModel

/// The parameters of `Why`: the period and the limit.
public struct WhyParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["from", "to", "limit", "privateRegions"] }
    /// The maximum number of outcomes in a reply.
    public static let maximumLimit = 1000

    /// The first moment, RFC 3339; absent: as far back as stored.
    public var from: String?
    /// The first moment after it, RFC 3339; absent: until now.
    public var to: String?
    /// The maximum number of outcomes, 1 to ``maximumLimit``; absent: ``maximumLimit``.
    public var limit: Int?
    /// Whether to include outcomes in private regions; ignored unless the caller is an administrator.
    public var privateRegions: Bool?

    /// Asks for a period.
    public init(from: Timestamp? = nil, to: Timestamp? = nil, limit: Int? = nil, privateRegions: Bool? = nil) {
        self.from = from?.description
        self.to = to?.description
        self.limit = limit
        self.privateRegions = privateRegions
    }

    /// The first moment. Throws if it is not a valid time.
    public var firstMoment: Timestamp? {
        get throws(VarlinkError) { try moment(from, "from") }
    }

    /// The first moment after it. Throws if it is not a valid time.
    public var endMoment: Timestamp? {
        get throws(VarlinkError) { try moment(to, "to") }
    }

    /// The maximum number of outcomes. Throws if it is out of range.
    public var effectiveLimit: Int {
        get throws(VarlinkError) {
            let limit = limit ?? Self.maximumLimit
            guard (1...Self.maximumLimit).contains(limit) else { throw .invalidParameter("limit") }
            return limit
        }
    }

    private func moment(_ text: String?, _ name: String) throws(VarlinkError) -> Timestamp? {
        guard let text else { return nil }
        guard let moment = Timestamp(text) else { throw .invalidParameter(name) }
        return moment
    }
}
