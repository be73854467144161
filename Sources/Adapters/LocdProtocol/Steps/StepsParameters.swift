public import LocationModel

extension StepsParameters {
    /// The longest period, and the age of the oldest beginning, in seconds: a day.
    public static let longestPeriod = 86_400.0
    /// Steps a second that nobody exceeds.
    public static let fastest = 5.0
    /// m/s that nobody runs for the length of a report.
    public static let highestSpeed = 10.0
    /// Floors a second that nobody exceeds: runners of towers climb one in six seconds.
    public static let fastestFloors = 1.0
    /// Seconds that the clocks of two devices may differ.
    public static let tolerance = 5.0

    /// Reports steps.
    public init(_ steps: StepCount) {
        self.init(
            from: steps.from.description, to: steps.to.description, numberOfSteps: steps.numberOfSteps,
            distance: steps.distance, floorsAscended: steps.floorsAscended, floorsDescended: steps.floorsDescended)
    }

    /// The steps, if they can be.
    /// - Throws: ``VarlinkError/invalidParameter(_:)``: a moment that cannot be read, a period that begins or ends in
    ///   the future, is empty or began more than a day ago, or more than a person can do in it until now.
    public func effective(at now: Timestamp) throws(VarlinkError) -> StepCount {
        guard let from = Timestamp(from), from < now, now.seconds(since: from) <= Self.longestPeriod else {
            throw .invalidParameter("from")
        }
        guard let end = Timestamp(to), end > from, end.seconds(since: now) <= Self.tolerance else {
            throw .invalidParameter("to")
        }
        // A clock that is a little ahead.
        let to = min(end, now)
        let seconds = to.seconds(since: from)
        guard (0...Self.fastest * seconds).contains(Double(numberOfSteps)) else {
            throw .invalidParameter("numberOfSteps")
        }
        if let distance, !(0...Self.highestSpeed * seconds).contains(distance) { throw .invalidParameter("distance") }
        let floors = 0...Self.fastestFloors * seconds
        if let floorsAscended, !floors.contains(Double(floorsAscended)) { throw .invalidParameter("floorsAscended") }
        if let floorsDescended, !floors.contains(Double(floorsDescended)) {
            throw .invalidParameter("floorsDescended")
        }
        var steps = StepCount(from: from, to: to, numberOfSteps: numberOfSteps, source: .reported)
        steps.distance = distance
        steps.floorsAscended = floorsAscended
        steps.floorsDescended = floorsDescended
        return steps
    }
}
