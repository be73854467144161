import Synchronization

/// What the box can measure besides locations, as the authorization's reply tells every client.
struct AvailableSensors: Sendable, Hashable {
    /// Headings can be expected.
    var heading = false
    /// The daemon listens to beacons.
    var ranging = false
    /// Something counts steps.
    var steps = false
}

/// Whether anything counts steps. `CMPedometer.isStepCountingAvailable()` asks.
package final class StepAvailability: Sendable {
    private let known = Atomic(false)

    /// Whether the machine has a step counter that counts, or another device has reported steps.
    var isAvailable: Bool { known.load(ordering: .relaxed) }

    /// A counter was switched on or off, or another device reported steps.
    package func changed(to isAvailable: Bool) { known.store(isAvailable, ordering: .relaxed) }
}
