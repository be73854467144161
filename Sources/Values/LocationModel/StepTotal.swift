/// The steps of several records.
///
/// A watch on the wrist and a counter in the pocket count the same walk. So the totals of the two sources are not
/// added: the larger one counts.
public struct StepTotal: Sendable, Hashable {
    private var counts: [StepCount.Source: Double] = [:]
    /// Floors ascended, as other devices counted them; `nil` if none did.
    public private(set) var floorsAscended: Int?
    /// Floors descended, as other devices counted them; `nil` if none did.
    public private(set) var floorsDescended: Int?

    /// No records, which is not the same as no steps.
    public init() {}

    /// The number of steps; `nil` if nothing counted.
    public var numberOfSteps: Int? { counts.values.max().map { Int(rounding: $0) } }

    /// The number of steps that one source counted; `nil` if it did not count.
    public func numberOfSteps(of source: StepCount.Source) -> Int? { counts[source].map { Int(rounding: $0) } }

    /// Adds a record.
    public mutating func add(_ steps: StepCount) {
        add(steps, share: 1)
    }

    /// Adds the part of a record that lies in a period, as if the steps were spread evenly; floors count if more than
    /// half of it does.
    public mutating func add(_ steps: StepCount, from: Timestamp, to: Timestamp) {
        let length = steps.to.seconds(since: steps.from)
        let inside = min(steps.to, to).seconds(since: max(steps.from, from))
        guard length > 0, inside > 0 else { return }
        add(steps, share: inside / length)
    }

    private mutating func add(_ steps: StepCount, share: Double) {
        // A file is not always locd's own: what was written there must not overflow.
        let count = min(Double(max(steps.numberOfSteps, 0)), 1e9)
        counts[steps.source, default: 0] = min(counts[steps.source, default: 0] + count * share, 1e12)
        guard share > 0.5 else { return }
        if let floors = steps.floorsAscended { floorsAscended = (floorsAscended ?? 0).clampedAdding(max(floors, 0)) }
        if let floors = steps.floorsDescended { floorsDescended = (floorsDescended ?? 0).clampedAdding(max(floors, 0)) }
    }
}
