package import LocationModel

/// One moment on two clocks: a monotonic one, and the time of day, which may be wrong.
package struct Instant: Sendable, Hashable {
    /// Since an arbitrary start.
    package var monotonic: Duration
    /// UTC.
    package var wall: Timestamp

    /// A moment.
    package init(monotonic: Duration, wall: Timestamp) {
        self.monotonic = monotonic
        self.wall = wall
    }
}
