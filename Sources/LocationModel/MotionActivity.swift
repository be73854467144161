/// What somebody is doing, as far as the fixes tell.
public struct MotionActivity: Sendable, Hashable {
    /// The activities.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case unknown
        case stationary
        case walking
        case running
        case cycling
        /// Carried by a vehicle: car, bus, tram, train. Waiting at a light is part of it.
        case automotive
    }

    /// How sure it is.
    public enum Confidence: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case low, medium, high

        /// Less sure first.
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

    /// The time of the location that brought the decision.
    public var timestamp: Timestamp
    /// What is being done.
    public var kind: Kind
    /// How sure that is.
    public var confidence: Confidence

    /// An activity from a moment on.
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
