/// The mean of what was seen in a stretch of time, on a plane whose origin does not matter.
struct MotionBlock: Sendable, Hashable, Codable {
    /// Metres east and north, by the positions.
    var position: PlaneVector
    /// Metres east and north, by the reported speeds alone.
    var path: PlaneVector
    /// The reported velocity, m/s.
    var velocity: PlaneVector
    /// Seconds, the middle of the stretch.
    var time: Double
    /// Whether there were reported speeds.
    var isReported: Bool

    /// The mean of two stretches of the same length.
    func joined(with other: MotionBlock) -> MotionBlock {
        MotionBlock(
            position: (position + other.position) * 0.5, path: (path + other.path) * 0.5,
            velocity: (velocity + other.velocity) * 0.5, time: (time + other.time) / 2,
            isReported: isReported && other.isReported)
    }
}
