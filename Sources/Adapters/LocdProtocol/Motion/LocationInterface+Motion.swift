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
