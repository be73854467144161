public import LocationModel

extension LocationInterface.MotionHistory.Reply {
    /// Answers with what was found; numbers are rounded to centimetres and milliseconds.
    public init(
        isRecording: Bool, activities: [ReportedActivity] = [], distance: Double = 0, activeTime: Double = 0,
        steps: StepTotal = StepTotal()
    ) {
        self.init(
            isRecording: isRecording, activities: activities, distance: (distance * 100).rounded() / 100,
            activeTime: (activeTime * 1000).rounded() / 1000, numberOfSteps: steps.numberOfSteps,
            floorsAscended: steps.floorsAscended, floorsDescended: steps.floorsDescended)
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

extension MotionHistoryParameters {
    /// The longest period, in seconds: seven days.
    public static let longestPeriod = 7 * 86_400.0

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
