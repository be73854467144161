public import LocationModel

/// Which fixes are asked about: the parameters of `Why`.
public struct WhyParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["from", "to", "limit"] }
    /// How many outcomes a reply holds at most, whatever is asked for.
    public static let maximumLimit = 1000

    /// The first moment, RFC 3339; absent: as far back as is known.
    public var from: String?
    /// The first moment after it, RFC 3339; absent: until now.
    public var to: String?
    /// How many outcomes to tell at most, 1 to ``maximumLimit``; absent: so many.
    public var limit: Int?

    /// Asks about a stretch of time.
    public init(from: Timestamp? = nil, to: Timestamp? = nil, limit: Int? = nil) {
        self.from = from?.description
        self.to = to?.description
        self.limit = limit
    }

    /// The first moment. Throws where it is no time.
    public var firstMoment: Timestamp? {
        get throws(VarlinkError) { try moment(from, "from") }
    }

    /// The first moment after it. Throws where it is no time.
    public var endMoment: Timestamp? {
        get throws(VarlinkError) { try moment(to, "to") }
    }

    /// How many outcomes to tell at most. Throws where it is out of range.
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
