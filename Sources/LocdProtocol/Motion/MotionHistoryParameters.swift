public import LocationModel

/// The parameters of `MotionHistory`: the period.
public struct MotionHistoryParameters: LabelledParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["label", "from", "to"] }
    /// The longest period, in seconds: seven days.
    public static let longestPeriod = 7 * 86_400.0

    /// The label that the client gives itself.
    public var label: String?
    /// The first moment, RFC 3339.
    public var from: String
    /// The first moment after the period, RFC 3339.
    public var to: String

    /// Asks about a period.
    public init(label: String? = nil, from: Timestamp, to: Timestamp) {
        self.label = label
        self.from = from.description
        self.to = to.description
    }

    /// The period. Throws if a moment is invalid, `to` is before `from`, or it is longer than ``longestPeriod``.
    public var period: (from: Timestamp, to: Timestamp) {
        get throws(VarlinkError) {
            guard let from = Timestamp(from) else { throw .invalidParameter("from") }
            guard let to = Timestamp(to), (0...Self.longestPeriod).contains(to.seconds(since: from)) else {
                throw .invalidParameter("to")
            }
            return (from, to)
        }
    }
}
