/// An activity, inferred from the fixes.
public struct MotionActivity: Sendable, Hashable {
    /// The activities.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case unknown
        case stationary
        case walking
        case running
        case cycling
        /// In a vehicle: car, bus, tram, train. Includes waiting at traffic lights.
        case automotive
    }

    /// The confidence in an activity.
    public enum Confidence: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case low, medium, high

        /// Lower confidence first.
        public static func < (left: Confidence, right: Confidence) -> Bool {
            rank(left) < rank(right)
        }

        private static func rank(_ confidence: Confidence) -> Int {
            switch confidence {
            case .low: 0
            case .medium: 1
            case .high: 2
            }
        }
    }

    /// The time of the location that led to the decision.
    public var timestamp: Timestamp
    /// The current activity.
    public var kind: Kind
    /// The confidence in the activity.
    public var confidence: Confidence

    /// Creates an activity that begins at a time.
    public init(timestamp: Timestamp, kind: Kind, confidence: Confidence) {
        self.timestamp = timestamp
        self.kind = kind
        self.confidence = confidence
    }
}

extension MotionActivity: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("activity", kind.rawValue)
        members.member("confidence", confidence.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let kind = try members.requiredWord("activity", as: Kind.self),
            let confidence = try members.requiredWord("confidence", as: Confidence.self)
        else { return nil }
        self.init(timestamp: try members.requiredMoment("timestamp"), kind: kind, confidence: confidence)
    }
}
