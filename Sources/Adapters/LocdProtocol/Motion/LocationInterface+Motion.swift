public import LocationModel

extension LocationInterface {
    static let motionMethods: [any VarlinkMethod.Type] = [MotionHistory.self]

    /// `MotionHistory`: activities and the way on foot, from the track.
    public enum MotionHistory: LocationMethod {
        /// The period.
        public typealias Parameters = MotionHistoryParameters
        /// What the track says about it.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether a track is recorded at all.
            public var isRecording: Bool
            /// In order; the first may have begun before the period.
            public var activities: [ReportedActivity]
            /// Metres walked and run.
            public var distance: Double
            /// Seconds walked and run.
            public var activeTime: Double
            /// Steps; `nil` if nothing counted them.
            public var numberOfSteps: Int?
            /// Floors ascended; `nil` if nothing counted them.
            public var floorsAscended: Int?
            /// Floors descended; `nil` if nothing counted them.
            public var floorsDescended: Int?

            /// Answers with what was found; numbers are rounded to centimetres and milliseconds.
            public init(
                isRecording: Bool, activities: [ReportedActivity] = [], distance: Double = 0, activeTime: Double = 0,
                steps: StepTotal = StepTotal()
            ) {
                self.isRecording = isRecording
                self.activities = activities
                self.distance = (distance * 100).rounded() / 100
                self.activeTime = (activeTime * 1000).rounded() / 1000
                numberOfSteps = steps.numberOfSteps
                floorsAscended = steps.floorsAscended
                floorsDescended = steps.floorsDescended
            }
        }
    }
}

extension ReportedActivity {
    /// An activity of the model.
    public init(_ activity: MotionActivity) {
        self.init(
            timestamp: activity.timestamp.description, activity: activity.kind, confidence: activity.confidence)
    }

    /// The activity of the model; `nil` if its time cannot be read.
    public var motionActivity: MotionActivity? {
        Timestamp(timestamp).map { MotionActivity(timestamp: $0, kind: activity, confidence: confidence) }
    }
}

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
