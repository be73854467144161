/// The mean of what was seen lately: of all at first, then of about twenty.
struct RunningMean: Sendable, Hashable, Codable {
    private static let memory = 20.0

    private(set) var mean = 0.0
    private(set) var count = 0.0

    /// Takes the next value.
    mutating func add(_ value: Double) {
        count = min(count + 1, Self.memory)
        mean += (value - mean) / count
    }
}
