package import LocationModel

/// A line of the track and the position behind it.
package struct FollowedLine: Sendable, Hashable {
    /// The position behind it; what the filter remembers is not in it yet.
    package var position: SinkPosition
    /// What happened; `nil` for headers, losses, lines that cannot be used, and the end of a compressed file.
    package var event: LocationEvent?
}
