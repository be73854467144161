import LocationServices

/// What the readings of a step counter mean: a pure state machine.
///
/// A counter only rises, until it is reset: by a restart of its driver, by a suspended machine, or because its number is full.
/// Nobody knows how many steps were lost then, so a reading that fell, or rose faster than a person can walk, counts nothing
/// and is the new baseline.
package struct StepCounter: Sendable {
    /// Steps that were counted between two instants.
    package struct Count: Sendable, Hashable {
        package var from: Duration
        package var to: Duration
        package var numberOfSteps: Int
    }

    /// Steps a second that nobody exceeds: in finals over 100 m sprinters make 4 to 5 (Salo and others, Medicine & Science in
    /// Sports & Exercise 43 (2011), 1055).
    package static let fastest = 5.0

    private var last: (value: UInt64, at: Duration)?

    /// A counter without a baseline.
    package init() {}

    /// Takes a reading; returns the steps since the one before, `nil` if there were none or the reading is a new baseline.
    package mutating func receive(_ value: UInt64, at now: Duration) -> Count? {
        defer { last = (value, now) }
        guard let last, value > last.value, now > last.at else { return nil }
        let rise = value - last.value
        guard Double(rise) <= (now - last.at).seconds * Self.fastest else { return nil }
        return Count(from: last.at, to: now, numberOfSteps: Int(rise))
    }

    /// The counter could not be read: the next reading is a baseline.
    package mutating func lose() {
        last = nil
    }
}
