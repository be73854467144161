internal import LocationModel

/// The strength of one beacon's signal, smoothed: the mean of the middle half of what was heard in the last seconds.
///
/// A single reflection or a hand in between changes nothing, and a person who walks is followed within seconds.
struct SignalEstimate: Sendable {
    /// What counts.
    static let window = Duration.seconds(5)
    /// The maximum number of measurements that count.
    static let maximumCount = 64

    private var samples: [(instant: Duration, rssi: Int)] = []
    private var sum = 0
    private var count = 0

    /// Takes a measurement.
    mutating func receive(_ rssi: Int, at now: Duration) {
        samples.append((now, rssi))
        if samples.count > Self.maximumCount { samples.removeFirst() }
        sum += rssi
        count += 1
    }

    /// The strength now, in dBm; `nil` if nothing was heard lately.
    mutating func strength(at now: Duration) -> Double? {
        samples.removeAll { $0.instant <= now - Self.window }
        guard !samples.isEmpty else { return nil }
        let sorted = samples.map(\.rssi).sorted()
        let quarter = sorted.count / 4
        let middle = sorted[quarter..<sorted.count - quarter]
        return Double(middle.reduce(0, +)) / Double(middle.count)
    }

    /// The mean of what was heard since this was last asked, in dBm; `nil` if nothing was.
    mutating func takeMean() -> Int? {
        defer { (sum, count) = (0, 0) }
        return count == 0 ? nil : Int(rounding: Double(sum) / Double(count))
    }
}
