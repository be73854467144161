package import LocationModel

/// One moment on two clocks: one that only goes forward, and the time of day, right or wrong.
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
